"""The compiled part of Mhing: arrays in, arrays out, no validation.

``layout`` says where each number of the rules stands in the array that the kernels get, ``groups``
numbers runs, triplets and pairs, ``lines`` counts what a reading earns, ``readings`` searches the
readings of a hand, ``blocks`` has what parts of a suit lack, ``distance`` adds that up, and
``unmatched`` is about hands in which nothing matches. ``classes`` tells the blocks of deals apart,
and ``solitaire`` plays a hand out by itself.
"""
