"""A base for widgets of which subclasses must say parts."""

from __future__ import annotations

from abc import ABCMeta

import traitlets

__all__ = ["Complete"]


class Complete(ABCMeta, traitlets.MetaHasTraits):
    """The type of a widget's base: refuses a subclass with a part unsaid when it is made.

    Examples
    --------
    >>> from abc import abstractmethod
    >>> class Drawn(traitlets.HasTraits, metaclass=Complete):
    ...     @abstractmethod
    ...     def draw(self) -> str: ...
    >>> Drawn()
    Traceback (most recent call last):
    ...
    TypeError: Can't instantiate abstract class Drawn ...
    """
