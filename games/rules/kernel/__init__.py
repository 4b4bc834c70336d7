"""What all games share: the contract, seats, questions, dice, the log, refusals."""
