"""How fast others replay the games that they know: PokerKit hands of poker, python-chess games of chess.

`python benchmarks/peers.py pokerkit|chess [GAMES]` plays that many games at random, writes them in the peer's own
notation, reads and replays them, and prints how many actions or moves that were in how many CPU seconds.
"""

from __future__ import annotations

import io
import sys
import time
from random import Random


def pokerkit(hands: int) -> tuple[int, float]:
    """Actions replayed, and the CPU seconds that took."""
    from pokerkit import Automation, HandHistory, NoLimitTexasHoldem

    chance, texts = Random(1), []
    game = NoLimitTexasHoldem(
        (
            Automation.ANTE_POSTING, Automation.BET_COLLECTION, Automation.BLIND_OR_STRADDLE_POSTING,
            Automation.CARD_BURNING, Automation.HOLE_DEALING, Automation.BOARD_DEALING,
            Automation.HOLE_CARDS_SHOWING_OR_MUCKING, Automation.HAND_KILLING, Automation.CHIPS_PUSHING,
            Automation.CHIPS_PULLING,
        ),
        True, 0, (1, 2), 2,
    )  # fmt: skip
    for _ in range(hands):
        state = game((200,) * 6, 6)
        while state.status:
            if state.can_check_or_call() and chance.random() < 0.8:
                state.check_or_call()
            elif state.can_fold():
                state.fold()
            else:
                state.check_or_call()
        history = HandHistory.from_game_state(game, state)
        file = io.BytesIO()
        history.dump(file)
        texts.append(file.getvalue())
    start, actions = time.process_time(), 0
    for text in texts:
        history = HandHistory.load(io.BytesIO(text))
        for _state in history:
            pass
        actions += len(history.actions)
    return actions, time.process_time() - start


def chess(games: int) -> tuple[int, float]:
    """Moves replayed, and the CPU seconds that took."""
    import chess as rules
    import chess.pgn as pgn

    chance, texts = Random(1), []
    for _ in range(games):
        board = rules.Board()
        while not board.is_game_over() and board.fullmove_number < 60:
            board.push(chance.choice(list(board.legal_moves)))
        texts.append(str(pgn.Game.from_board(board)))
    file, start, moves = io.StringIO("\n\n".join(texts)), time.process_time(), 0
    while (game := pgn.read_game(file)) is not None:
        moves += sum(1 for _ in game.mainline_moves())
    return moves, time.process_time() - start


def main() -> None:
    """Command line."""
    peer, games = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 300
    steps, seconds = {"pokerkit": pokerkit, "chess": chess}[peer](games)
    print(f"{steps} {seconds:.3f}")


if __name__ == "__main__":
    main()
