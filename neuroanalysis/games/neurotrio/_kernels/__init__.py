"""The compiled part of Neurotrio: arrays in, arrays out, no validation.

Files: ``layout`` says where each number of the rules stands in the arrays, ``cube`` packs hands and
knows trios and lines, ``bonuses`` finds the bonuses of a grouping; ``value``, ``finish`` and
``distance`` each answer one question for a batch; ``goals`` finds what one hand can aim for.
"""
