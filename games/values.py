"""Values that are made quickly.

A round is a frozen value, and so is all that lies on its table: each card that falls makes a hand, a box, a shoe, a
round and an event anew. A frozen dataclass sets its fields one by one through `object.__setattr__`, which takes five
times as long as assigning to them. `frozen` gives it a constructor that assigns first and freezes then, and
works out once what follows from the rest and is asked for often. `replace` takes over what stays as it is.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from inspect import signature
from typing import Any, ParamSpec, TypeVar, dataclass_transform

P = ParamSpec("P")
T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(**derived: Callable[..., object]) -> Callable[[type[T]], type[T]]:
    """Make a frozen dataclass with slots and a quicker constructor; all else about it is a dataclass's.

    An object is filled as one of a subclass in which nothing is frozen, and then becomes one of the dataclass. The
    constructor takes the same parameters, and makes copies and pickles too. `derived` says how fields that are no
    parameters (`init=False`) follow from the others, in the order in which they are worked out: by functions whose
    parameters have the names of the fields that they need. `one_and_other` are two fields that one function gives.
    """

    def decorate(plain: type[T]) -> type[T]:
        cls = dataclass(frozen=True, slots=True)(plain)
        given = [field for field in fields(cls) if field.init]  # type: ignore[arg-type]  # it is a dataclass
        names: dict[str, Any] = {"new": object.__new__, "unfrozen": _unfrozen(cls)}
        names |= {f"default_{field.name}": field.default for field in given}
        names |= {f"factory_{field.name}": field.default_factory for field in given}
        names |= {f"derive_{name}": work_out for name, work_out in derived.items()}
        names |= {"cls": cls, "KEEP": _KEEP}
        exec(_constructors(given, derived, checks=hasattr(cls, "__post_init__")), names)
        _MAKERS[cls], _CHANGERS[cls] = names["make"], names["change"]
        type.__delattr__(cls, "__init__")
        type.__setattr__(cls, "__new__", names["__new__"])
        type.__setattr__(cls, "__setattr__", _refuse)
        type.__setattr__(cls, "__delattr__", _refuse)
        type.__setattr__(cls, "__reduce__", lambda self: (cls, tuple([getattr(self, field.name) for field in given])))
        return cls

    return decorate


def _unfrozen(cls: type[T]) -> type[T]:
    allowing = {name: getattr(object, name) for name in ("__setattr__", "__delattr__")}
    return type(cls.__name__, (cls,), {"__slots__": (), **allowing})


def _refuse(_: object, name: str, *__: object) -> None:
    raise FrozenInstanceError(f"cannot assign to or delete field {name!r}")


def maker(cls: Callable[P, T]) -> Callable[P, T]:
    """What makes objects of the quickly made `cls`, as a plain function: Python calls that quicker than a class."""
    made: Callable[P, T] = _MAKERS[cls]
    return made


def replace(value: T, **changes: Any) -> T:
    """`value` with other fields, as by `dataclasses.replace`; without a look at each field where it is quickly made."""
    change: Callable[..., T] = _CHANGERS.get(type(value), dataclasses.replace)
    return change(value, **changes)


_KEEP = object()
"""What a field is given that stays as it is."""
_MAKERS: dict[Callable[..., Any], Callable[..., Any]] = {}
_CHANGERS: dict[Callable[..., Any], Callable[..., Any]] = {}


def _constructors(given: list[Field[Any]], derived: dict[str, Callable[..., object]], *, checks: bool) -> str:
    """The sources of `make` and `__new__`, which are the same but for `cls`, and of `change`."""
    parameters = [field.name if _is_required(field) else f"{field.name}=default_{field.name}" for field in given]
    lines = [
        "self = new(unfrozen)",
        *(f"self.{field.name} = {_given(field)}" for field in given),
        *(f"{_fields(name)} = derive_{name}({_arguments(work_out)})" for name, work_out in derived.items()),
        *(["self.__post_init__()"] if checks else []),
        "self.__class__ = cls",
        "return self",
    ]
    changes = [f"{field.name}=KEEP" for field in given]
    changed = [f"self.{field.name} if {field.name} is KEEP else {field.name}" for field in given]
    functions = (
        [f"def make({', '.join(parameters)}):", *lines],
        [f"def __new__(cls, {', '.join(parameters)}):", *lines],
        [f"def change(self, {', '.join(changes)}):", f"return make({', '.join(changed)})"],
    )
    return "\n".join("\n    ".join(function) for function in functions)


def _is_required(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _given(field: Field[Any]) -> str:
    """What a field is assigned: its parameter, or what its factory makes where there was none."""
    if field.default_factory is MISSING:
        return field.name
    return f"factory_{field.name}() if {field.name} is default_{field.name} else {field.name}"


def _fields(names: str) -> str:
    """What is assigned to: the fields, and variables of the same names for what is worked out next."""
    each = names.split("_and_")
    return f"{', '.join(f'self.{name}' for name in each)} = {', '.join(each)}"


def _arguments(work_out: Callable[..., object]) -> str:
    return ", ".join(signature(work_out).parameters)
