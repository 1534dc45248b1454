import pytest
from hypothesis import given, assume
from readings_compared import crosstable_alike, first_alike, rated_alike, swiss_alike
from hypothesis import strategies as st
from strategies import EDITIONS, WITH_ROUND_ROBINS, first_periods, rated_periods, round_robins


@pytest.mark.parametrize("name", EDITIONS)
@given(data=st.data())
def test_rated(name, data):
    rated_alike(name, data.draw(rated_periods(name)))


@pytest.mark.parametrize("name", EDITIONS)
@given(data=st.data())
def test_first(name, data):
    first_alike(name, data.draw(first_periods(name)))


@pytest.mark.parametrize("name", WITH_ROUND_ROBINS)
@given(data=st.data())
def test_rr(name, data):
    crosstable_alike(name, data.draw(round_robins(name)))


@pytest.mark.parametrize("name", WITH_ROUND_ROBINS)
@given(data=st.data())
def test_swiss(name, data):
    swiss_alike(name, data.draw(round_robins(name, unplayed=True)))
