"""A tournament: who has entered, where they sit, what the clock says, who is out, and the prizes.

Pure, like a table: time and lots are arguments. It is to its director what a table is to its
runner: commands go in, postings and notices come out, and doing the same commands again gives the
same tournament. No sheet of the house speaks of tournaments but that of Low Ball (LB-09, LB-26):
what is here is the house's choice, after the rules of the Tournament Directors Association.
"""
