"""The compiled part of Mhing: arrays in, arrays out, no validation.

``layout`` says where each number of the rules stands in the array that the kernels get.
"""
