import pytest
from cashier import audit
from tests.tables.test_random_life import Life, TABLES
from tests.tables import room
pytestmark = pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seed", range(100,136))
def test_x(announced, seed):
    life = Life(seed, room.make_table(**TABLES[seed%6]), announced)
    for i in range(500): life.step()
    assert audit.run().ok
