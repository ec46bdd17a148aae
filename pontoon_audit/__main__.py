"""`python -m pontoon_audit` is the command line."""

from pontoon_audit.cli import program

if __name__ == "__main__":
    program()
