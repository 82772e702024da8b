"""The compiled part of Okey 51: arrays in, arrays out, no validation.

``layout`` says where each number of the rules stands in the array that the kernels get.
"""
