"""A value that is made quickly is still a frozen dataclass: see games.values."""

import copy
import dataclasses
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, fields, is_dataclass

import pytest

from games.values import frozen, maker, replace


def dozens(eggs):
    return eggs // 12


def left_over(eggs, dozens):
    return eggs - 12 * dozens


@frozen(dozens=dozens, left_over=left_over)
class Basket:
    """Some eggs."""

    eggs: int
    colour: str = "brown"
    dozens: int = field(init=False, repr=False, compare=False)
    left_over: int = field(init=False, repr=False, compare=False)

    def __post_init__(self):
        if self.eggs < 0:
            raise ValueError("there are no fewer eggs than none")

    def with_one_more(self):
        return Basket(self.eggs + 1, self.colour)


BASKET = Basket(25, "white")


def test_it_takes_the_parameters_of_its_fields_in_order_or_by_name_and_works_out_the_others():
    assert Basket(25, colour="white") == BASKET
    assert Basket(3).colour == "brown"
    assert (BASKET.dozens, BASKET.left_over, BASKET.with_one_more().left_over) == (2, 1, 2)
    with pytest.raises(TypeError, match="eggs"):
        Basket()
    with pytest.raises(TypeError, match="dozens"):
        Basket(25, dozens=7)


def test_its_own_check_can_refuse_it():
    for make in (lambda: Basket(-1), lambda: replace(BASKET, eggs=-1), lambda: maker(Basket)(-1)):
        with pytest.raises(ValueError, match="no fewer"):
            make()


def test_its_fields_decide_equality_and_hash_and_are_printed_and_matched():
    assert BASKET == Basket(25, "white") != Basket(25)
    assert hash(BASKET) == hash(Basket(25, "white"))
    assert repr(BASKET).endswith("Basket(eggs=25, colour='white')")
    assert [each.name for each in fields(BASKET)] == ["eggs", "colour", "dozens", "left_over"]
    assert is_dataclass(BASKET)
    match BASKET:
        case Basket(eggs, "white"):
            assert eggs == 25
        case _:
            pytest.fail("a white basket is one")


@pytest.mark.parametrize(
    "made",
    [
        lambda: Basket(25, "white"),
        lambda: maker(Basket)(25, "white"),
        lambda: maker(Basket)(eggs=25, colour="white"),
        lambda: replace(Basket(3, "white"), eggs=25),
        lambda: dataclasses.replace(Basket(3, "white"), eggs=25),
        lambda: copy.copy(BASKET),
        lambda: copy.deepcopy(BASKET),
        lambda: pickle.loads(pickle.dumps(BASKET)),
    ],
)
def test_however_it_is_made_or_copied_it_is_equal_and_cannot_be_changed(made):
    other = made()
    assert (other, other.dozens, other.left_over, type(other)) == (BASKET, 2, 1, Basket)
    for name in ("eggs", "dozens", "handle"):
        with pytest.raises(FrozenInstanceError, match=name):
            setattr(other, name, 1)
    with pytest.raises(FrozenInstanceError, match="eggs"):
        del other.eggs
    assert not hasattr(other, "__dict__")


def test_other_fields_replace_those_of_any_dataclass_also_by_nothing_and_none_that_is_worked_out():
    @dataclass(frozen=True)
    class Hen:
        age: int

    assert replace(Hen(1), age=2) == Hen(2)
    assert replace(BASKET, colour=None) == Basket(25, None)
    for with_other_fields in (replace, dataclasses.replace):
        with pytest.raises((TypeError, ValueError), match="dozens"):
            with_other_fields(BASKET, dozens=7)


def test_what_is_not_given_comes_from_its_factory_and_one_function_may_work_out_two_fields():
    @frozen()
    class Nest:
        eggs: list = field(default_factory=list)

    one, other = Nest(), Nest()
    assert one.eggs == other.eggs == []
    assert one.eggs is not other.eggs
    assert replace(one, eggs=[1]) == Nest([1])

    @frozen(dozens_and_left_over=lambda eggs: divmod(eggs, 12))
    class Box:
        eggs: int
        dozens: int = field(init=False)
        left_over: int = field(init=False)

    assert (Box(25).dozens, Box(25).left_over) == (2, 1)
