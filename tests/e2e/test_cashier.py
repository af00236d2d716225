"""Real money from end to end in the browser: in, to a table, raked, out again, with staff at their desk."""

import csv
import io
import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from pokerroom.launch.room import Room
from tests.conftest import BROWSER_MILLISECONDS
from tests.e2e.rooms import assert_sound, inside
from tests.e2e.visitor import PASSWORD, Visitor

pytestmark = pytest.mark.e2e
TABLE = "garnet"
HANDS = 2
# As long as a header must bear.
ANN = "Annabella_Jane"
DESK = "/admin/cashier"
STAFF = {"demo_cashier": "Cashier", "demo_second": "Cashier"}
EVENTS = ["Adjustment", "Withdrawal requested", "Left the table", "Buy-in", "Deposit"]
NewPerson = Callable[..., Visitor]


@pytest.fixture(scope="module")
def counting_house() -> Iterator[Room]:
    """A room with real money on, the demo provider, and two people at the desk."""
    with Room(env={"REAL_MONEY_ENABLED": "1"}) as room:
        inside(room, "staff", json.dumps(STAFF))
        yield room


@pytest.fixture
def person(browser: Browser, counting_house: Room) -> Iterator[NewPerson]:
    """Makes people with a browser each; at the end none may have had a complaint."""
    came: list[Visitor] = []

    def new(*, locale: str = "en-GB", width: int = 1440, height: int = 900) -> Visitor:
        context = browser.new_context(
            base_url=counting_house.url, locale=locale, viewport={"width": width, "height": height}
        )
        context.set_default_timeout(BROWSER_MILLISECONDS)
        came.append(Visitor(context.new_page()))
        return came[-1]

    yield new
    said = [line for visitor in came for line in visitor.said]
    for visitor in came:
        visitor.page.context.close()
    assert said == []


def confirm(page: Page) -> None:
    """Say that one is of age and accepts the terms."""
    page.goto("/cashier/")
    page.get_by_label("I am old enough").check()
    page.get_by_label("I accept the terms").check()
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("status")).to_contain_text("You can deposit now")


def ask(page: Page, what: str, *, amount: str, way: str, reference: str = "") -> None:
    """Send the form of a deposit or a withdrawal."""
    page.goto("/cashier/")
    page.locator("summary", has_text=what).click()
    form = page.locator(f"form[action$='/{what.lower()}/']")
    form.get_by_label("Amount").fill(amount)
    form.get_by_label("Way").select_option(label=way)
    if reference:
        form.locator("[name=reference]").fill(reference)
    form.get_by_role("button").click()


def real_balance(page: Page) -> str:
    """The real-money balance on the cashier's page."""
    page.goto("/cashier/")
    return page.locator("section", has=page.locator("#real-title")).locator(".purse__amount").inner_text()


def at_desk(page: Page, name: str) -> None:
    """Sign in as staff."""
    page.goto("/accounts/login/?next=/admin/")
    page.get_by_label("Name or e-mail").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(re.compile("/admin/"))


def decide(page: Page, number: int, button: str, text: str = "") -> None:
    """Press a button of a request in the administration."""
    page.goto(f"{DESK}/moneyrequest/{number}/change/")
    form = page.locator("form.form-row", has=page.get_by_role("button", name=button))
    if text:
        form.locator("[name=text]").fill(text)
    form.get_by_role("button", name=button).click()


def play_together(one: Visitor, two: Visitor) -> None:
    """Both check or call until some hands are settled, then leave between them."""
    for visitor in (one, two):
        visitor.page.evaluate("() => { window.seen = new Set(); }")
    note = """() => {
      const { view } = document.querySelector('poker-table').state;
      if (view.status === 'showdown') window.seen.add(view.hand.number);
      return window.seen.size;
    }"""
    waited = 0
    while one.page.evaluate(note) < HANDS:
        assert waited < 900, "the hands took too long"
        for visitor in (one, two):
            if visitor.my_turn():
                visitor.press("call")
        one.page.wait_for_timeout(50)
        waited += 1
    for visitor in (one, two):
        visitor.leave()
        visitor.until("() => document.querySelector('poker-table').seat === null")


def statement(page: Page) -> list[list[str]]:
    """The lines of the real-money statement as a spreadsheet would read the file."""
    page.goto("/cashier/?currency=EUR")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download CSV").click()
    return list(csv.reader(io.StringIO(download.value.path().read_text())))


def test_real_money_comes_in_is_played_with_and_goes_out(person: NewPerson, counting_house: Room) -> None:
    """R-8.1, R-9.1 to R-9.3: from the confirmation to the payout, and the books prove themselves."""
    ann, bob = person(), person(locale="de-DE")
    ann.sign_up(ANN)
    bob.sign_up("Bob")
    ann.open_table(TABLE)
    ann.page.locator("poker-seat[data-seat='1']").get_by_role("button").click()
    expect(ann.page.get_by_role("dialog")).to_contain_text("Confirm your age")
    ann.page.get_by_role("dialog").get_by_role("link", name="Go to the cashier").click()
    for visitor, amount in ((ann, "1,234.50"), (bob, "1.234,50")):
        confirm(visitor.page)
        ask(visitor.page, "Deposit", amount="12.345", way="Demo (no real money)")
        if visitor is ann:
            expect(visitor.page.locator(".errors")).to_contain_text("not an amount")
            visitor.forgive("422")
            ask(visitor.page, "Deposit", amount=amount, way="Demo (no real money)")
    assert real_balance(ann.page) == "€1,234.50"
    assert real_balance(bob.page) == "€12.345"  # twelve thousand, as he writes it

    for seat, (visitor, chips) in enumerate(((ann, "50"), (bob, "50")), start=1):
        visitor.open_table(TABLE)
        visitor.take_seat(seat, chips=chips)
    assert "5% in steps of 0.05, max 0.50" in ann.view["table"]["rake"]
    play_together(ann, bob)
    facts = assert_sound(counting_house, TABLE)
    assert len(facts["hands"]) >= HANDS
    assert facts["rake"] > 0

    ask(ann.page, "Withdraw", amount="20", way="By hand", reference="DE00 demo account")
    line = ann.page.locator("li", has_text="Withdrawal €20")
    expect(line).to_contain_text("Waiting")
    number = int((line.get_attribute("id") or "").removeprefix("request-"))
    pay_out(person, number)
    ann.page.goto("/cashier/?currency=EUR")
    expect(ann.page.locator(f"#request-{number}")).to_contain_text("Done")
    look_at_statement(ann.page)
    fits_a_phone(ann.page)
    assert json.loads(counting_house.manage("ledger_check", "--json").splitlines()[-1])["ok"]


def pay_out(person: NewPerson, number: int) -> None:
    """The desk approves and pays; an adjustment is proposed by one and approved by the other alone."""
    cashier, second = person().page, person().page
    at_desk(cashier, "demo_cashier")
    at_desk(second, "demo_second")
    decide(cashier, number, "Approve")
    expect(cashier.locator(".messagelist")).to_contain_text("Approved")
    decide(cashier, number, "The money was sent", "transfer 17")
    expect(cashier.locator(".messagelist")).to_contain_text("Paid out")
    cashier.goto(f"{DESK}/adjustment/propose/")
    cashier.get_by_label("Player's name").fill(ANN)
    cashier.get_by_label("Other side").select_option(label="Outside world")
    cashier.get_by_label("Amount").fill("1.50")
    cashier.get_by_label("Currency").select_option("EUR")
    cashier.get_by_label("Reason").fill("a drill")
    cashier.locator(".submit-row input[type=submit]").click()
    cashier.get_by_role("button", name="Approve and book").click()
    expect(cashier.locator(".messagelist")).to_contain_text("Another person")
    second.goto(cashier.url)
    second.get_by_role("button", name="Approve and book").click()
    expect(second.locator(".messagelist")).to_contain_text("Approved")


def look_at_statement(page: Page) -> None:
    """Each line with its link and running balance; the file says the same."""
    rows = page.locator("table.statement tbody tr")
    words = [text.split("\n")[0] for text in rows.locator("td:nth-child(2)").all_inner_texts()]
    assert [word.split(",")[0] for word in words] == EVENTS
    assert rows.locator("td:nth-child(2) a").count() == 4
    lines = statement(page)
    assert lines[0][-3:] == ["amount", "balance", "currency"]
    assert lines[1][-3] == "1.50"
    assert lines[1][-2] == f"{sum(round(float(line[-3]) * 100) for line in lines[1:]) / 100:.2f}"
    page.goto("/cashier/?currency=EUR")
    page.get_by_role("link", name="Left the table").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Garnet")
    page.get_by_role("link", name=re.compile("^Hand 7")).first.click()
    expect(page).to_have_url(re.compile("/hands/"))


def fits_a_phone(page: Page) -> None:
    """Nothing is wider than the screen, with a long name and two balances in the header."""
    page.set_viewport_size({"width": 390, "height": 844})
    for address in ("/", "/cashier/?currency=EUR", "/cashier/protection/", "/account/"):
        page.goto(address)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 390, address
