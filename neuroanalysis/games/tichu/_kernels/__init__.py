"""The compiled part of Tichu: sets of cards as 64 bits in, numbers out, no validation.

``layout`` says which bit is which card, and where each number of the rules stands.
"""
