"""The published tables of an audit: what the state table says, with names, cards and money in place of codes."""
