"""The compiled part of Okey 51: arrays in, arrays out, no validation.

``layout`` says where each number of the rules stands in the array that the kernels get; ``melds``
how a rack and its melds are packed. ``short_list``, ``whole_list`` and ``laying_off`` list what a
rack can meld and lay off; ``arrangements`` finds the best for a batch, ``listing`` counts and lists
all that are best.
"""
