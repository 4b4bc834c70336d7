"""What every game here shares: the contract, seats, questions, dice, the log, refusals."""
