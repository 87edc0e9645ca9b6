"""A value that is made quickly is still a frozen dataclass: see games.values."""

import copy
import dataclasses
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, fields, is_dataclass

import pytest

from games.values import maker, quickly_made, replace


def dozens(eggs):
    return eggs // 12


def left_over(eggs, dozens):
    return eggs - 12 * dozens


@quickly_made(dozens=dozens, left_over=left_over)
@dataclass(frozen=True, slots=True)
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


def test_it_takes_the_parameters_of_its_fields_in_order_or_by_name():
    assert Basket(25, colour="white") == BASKET
    assert Basket(3).colour == "brown"
    with pytest.raises(TypeError, match="eggs"):
        Basket()
    with pytest.raises(TypeError, match="dozens"):
        Basket(25, dozens=7)


def test_derived_fields_are_worked_out_from_the_fields_named_as_parameters():
    assert (BASKET.dozens, BASKET.left_over) == (2, 1)
    assert BASKET.with_one_more().left_over == 2


def test_it_cannot_be_changed():
    for name in ("eggs", "dozens", "handle"):
        with pytest.raises(FrozenInstanceError, match=name):
            setattr(BASKET, name, 1)
    with pytest.raises(FrozenInstanceError, match="eggs"):
        del BASKET.eggs
    assert BASKET.eggs == 25
    assert not hasattr(BASKET, "__dict__")


def test_its_own_check_can_refuse_it():
    with pytest.raises(ValueError, match="no fewer"):
        Basket(-1)
    with pytest.raises(ValueError, match="no fewer"):
        replace(BASKET, eggs=-1)


def test_its_fields_decide_equality_and_hash_and_are_printed():
    assert BASKET == Basket(25, "white") != Basket(25)
    assert hash(BASKET) == hash(Basket(25, "white"))
    assert {BASKET: "found"}[Basket(25, "white")] == "found"
    assert repr(BASKET).endswith("Basket(eggs=25, colour='white')")
    assert [each.name for each in fields(BASKET)] == ["eggs", "colour", "dozens", "left_over"]
    assert is_dataclass(BASKET)
    assert type(BASKET) is Basket


@pytest.mark.parametrize("with_other_fields", [replace, dataclasses.replace])
def test_a_replaced_value_works_its_derived_fields_out_again(with_other_fields):
    other = with_other_fields(BASKET, eggs=12)
    assert (other, other.dozens, other.left_over) == (Basket(12, "white"), 1, 0)
    assert type(other) is Basket
    with pytest.raises(FrozenInstanceError):
        other.eggs = 1
    with pytest.raises((TypeError, ValueError), match="dozens"):
        with_other_fields(BASKET, dozens=7)


def test_other_dataclasses_change_their_fields_too():
    @dataclass(frozen=True)
    class Hen:
        age: int

    assert replace(Hen(1), age=2) == Hen(2)


def test_a_field_can_be_made_nothing():
    assert replace(BASKET, colour=None) == Basket(25, None)


def test_what_is_not_given_comes_from_its_factory():
    @quickly_made()
    @dataclass(frozen=True, slots=True)
    class Nest:
        eggs: list = field(default_factory=list)

    one, other = Nest(), Nest()
    assert one.eggs == other.eggs == []
    assert one.eggs is not other.eggs
    assert replace(one, eggs=[1]) == Nest([1])


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda basket: pickle.loads(pickle.dumps(basket))])
def test_its_copies_are_equal_and_frozen_too(copied):
    other = copied(BASKET)
    assert (other, other.dozens) == (BASKET, 2)
    assert type(other) is Basket
    with pytest.raises(FrozenInstanceError):
        other.eggs = 1


def test_it_can_be_matched_by_its_fields():
    match BASKET:
        case Basket(eggs, "white"):
            assert eggs == 25
        case _:
            pytest.fail("a white basket is one")


def test_its_maker_makes_the_same_objects():
    make = maker(Basket)
    assert make(25, "white") == BASKET
    assert type(make(3)) is Basket
    assert make(eggs=25).dozens == 2
    with pytest.raises(ValueError, match="no fewer"):
        make(-1)
    with pytest.raises(FrozenInstanceError):
        make(3).eggs = 4


def test_one_function_may_work_out_two_fields():
    @quickly_made(dozens_and_left_over=lambda eggs: divmod(eggs, 12))
    @dataclass(frozen=True, slots=True)
    class Box:
        eggs: int
        dozens: int = field(init=False)
        left_over: int = field(init=False)

    assert (Box(25).dozens, Box(25).left_over) == (2, 1)
