"""The compiled part of Neurotrio conquête: domains as arrays in, numbers out, no validation.

``layout`` says how a domain lies in its array, and where each number of the rules stands.
"""
