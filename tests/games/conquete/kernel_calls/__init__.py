"""A call of every public kernel, for the test that calls them in two processes on one cache.

Each file's `CALLS` has what to call, by the names of the kernels that it calls: ``file.name``, with
a space between them. `INSIDE` names those of them that only other kernels call.
"""
