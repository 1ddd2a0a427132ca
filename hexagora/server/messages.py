"""What clients may send: every message and every body has a model, and nothing else is understood."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, model_validator

from hexagora.engine.lines import MOST_ACTIONS
from hexagora.engine.locales import LANGUAGE, SOURCE
from hexagora.server import texts
from hexagora.server.settings import Limits
from hexagora.server.texts import Line, Lines, sized

LIMITS = Limits()  # the sizes of texts are part of the protocol, not of an installation
MOST_SEATS = 16
LARGEST_SEQ = 2**31 - 1
MOST_TRIED = 10  # quick matches in one request
KEY_TOLD = 60  # characters of a key that nobody knows
LEAST_LOOKS, MOST_LOOKS = 1000, 100_000  # of the engine at a position of an analysis
VALUE_ERROR = "Value error, "  # which pydantic puts before our own sentences


class Declared(BaseModel):
    """What comes in: nothing but what is declared."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Strict(Declared):
    """No text, key or number that cannot be kept, however deep it lies. One unknown key is told and the others are not
    looked for: to tell thousands takes a quarter of a second."""

    @model_validator(mode="before")
    @classmethod
    def at_the_door(cls, data: Any) -> Any:
        texts.check(data)
        if isinstance(data, dict) and not data.keys() <= cls.model_fields.keys():
            unknown = next(key for key in data if key not in cls.model_fields)
            raise ValueError(f"{unknown[:KEY_TOLD]}: extra inputs are not permitted")
        return data


Seq = Annotated[int, Field(ge=0, le=LARGEST_SEQ, strict=True)]
Name = Annotated[Line, sized(LIMITS.name_characters)]
SeatNumber = Annotated[int, Field(ge=1, le=MOST_SEATS)]
GameId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9_~-]{1,64}$")]
TableId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,40}$")]


# over the socket


class Act(Declared):
    """What comes most: each of its parts is looked at on its own."""

    type: Literal["act"]
    seq: Seq
    text: Annotated[Line, sized(LIMITS.action_characters)]


class Undo(Strict):
    type: Literal["undo"]
    seq: Seq


class RestartTurn(Strict):
    type: Literal["restart-turn"]
    seq: Seq


class AskTakeback(Strict):
    type: Literal["ask-takeback"]
    seq: Seq


class AnswerTakeback(Strict):
    type: Literal["answer-takeback"]
    yes: bool


class Hint(Strict):
    """`here`: this window would rather think itself."""

    type: Literal["hint"]
    seq: Seq
    here: bool = False


class Lend(Strict):
    """This window thinks for bots, or does not any more."""

    type: Literal["lend"]
    yes: bool


class Thought(Strict):
    """What a window that was asked to think found; nothing if it could not."""

    type: Literal["thought"]
    id: Seq
    text: Annotated[Line, sized(LIMITS.action_characters)] | None = None


class Chat(Strict):
    type: Literal["chat"]
    text: Annotated[Line, sized(LIMITS.chat_characters)]
    key: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,40}$")] | None = None


class Leave(Strict):
    type: Literal["leave"]


class Return(Strict):
    type: Literal["return"]


class Resign(Strict):
    type: Literal["resign"]


class OfferEnd(Strict):
    type: Literal["offer-end"]


class OfferPause(Strict):
    type: Literal["offer-pause"]


class Resume(Strict):
    type: Literal["resume"]


class DeclineEnd(Strict):
    type: Literal["decline-end"]


class CallOff(Strict):
    type: Literal["call-off"]


class GoOn(Strict):
    type: Literal["go-on"]
    seat: SeatNumber
    end: bool


class View(Strict):
    type: Literal["view"]
    seat: SeatNumber


class Sync(Strict):
    type: Literal["sync"]


class Ping(Strict):
    type: Literal["ping"]
    id: Seq | None = None


Message = Annotated[
    Act | Undo | RestartTurn | AskTakeback | AnswerTakeback | Hint | Lend | Thought | Chat | Leave | Return | Resign
    | OfferEnd | OfferPause | Resume | DeclineEnd | CallOff | GoOn | View | Sync | Ping,
    Field(discriminator="type"),
]
MESSAGES: TypeAdapter[Any] = TypeAdapter(Message)


# over HTTP


class Me(Strict):
    name: Name


class Code(Strict):
    """A recovery code as it was typed."""

    code: Annotated[Line, sized(60)]


class NewPasskey(Strict):
    """What an authenticator made, as the browser tells it."""

    credential: dict[str, Any]
    name: Name


class Passkey(Strict):
    """What an authenticator signed, as the browser tells it."""

    credential: dict[str, Any]


class OnePasskey(Strict):
    id: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,1400}$")]


class SignIn(Strict):
    """Becoming who one has proven to be; the tables of this device come along, or stay behind."""

    ticket: Annotated[Line, sized(300)]
    tables: Literal["along", "leave"]


class Forget(Strict):
    """Said in full, so that nothing is deleted by mistake."""

    really: Literal["forget me"]


Language = Annotated[str, StringConstraints(pattern=LANGUAGE)]
Base64 = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]+=*$", max_length=100)]


class Subscription(Strict):
    """Where and how a browser can be told something, as its push manager says."""

    endpoint: Annotated[Line, sized(1000)]
    p256dh: Base64
    auth: Annotated[Base64, StringConstraints(max_length=40)]
    language: Language = SOURCE


class Unsubscription(Strict):
    endpoint: Annotated[Line, sized(1000)]


class MailAddress(Strict):
    address: Annotated[Line, sized(254)]
    language: Language = SOURCE


class SeatPlan(Strict):
    """Who sits there: I, somebody else at this screen, a friend by link, or a bot."""

    kind: Literal["me", "here", "friend", "bot"]
    level: Annotated[Line, sized(64)] | None = None
    name: Name | None = None


class ClockPlan(Strict):
    """Seconds for each turn, a bank for all turns together, and what is added to it after each turn."""

    per_move: Annotated[float, Field(gt=0, le=LIMITS.clock_seconds, allow_inf_nan=False)] | None = None
    bank: Annotated[float, Field(gt=0, le=LIMITS.clock_seconds, allow_inf_nan=False)] | None = None
    increment: Annotated[float, Field(gt=0, le=LIMITS.clock_seconds, allow_inf_nan=False)] | None = None

    @model_validator(mode="after")
    def _runs(self) -> "ClockPlan":
        if self.increment and not (self.bank or self.per_move):
            raise ValueError("a clock that grows needs time to begin with: per_move or bank")
        return self


class NewTable(Strict):
    game: GameId
    options: dict[str, Any] = {}
    seats: Annotated[list[SeatPlan], Field(min_length=1, max_length=MOST_SEATS, fail_fast=True)]
    clock: ClockPlan | None = None
    public: bool = False
    shuffle_seats: bool = False
    patience: Annotated[int, Field(ge=0, le=LIMITS.clock_seconds)] | None = None
    rated: bool = False
    seed: Annotated[Line, sized(LIMITS.seed_characters)] | None = None
    start: dict[str, Any] | None = None


class QuickWish(Strict):
    """Somebody looks for company; `table` is the own table at which one waits already."""

    game: GameId
    players: Annotated[int, Field(ge=2, le=MOST_SEATS)]
    speed: Literal["fast", "calm", "days"]
    rated: bool = False
    table: TableId | None = None


class Preview(Strict):
    options: dict[str, Any] = {}
    start: dict[str, Any] | None = None


class LabWish(Strict):
    """Matches that the lab is asked to play: changes are written one a line, as path = value; for a curve or a search
    also numbers with their values, as path=2..6, and what is to be kept, as turns=40..60. A ladder has its bots from
    the least to the best. `until` stops when the seats' shares are known to so many points; `earlier` is the run that
    this one is compared with."""

    game: GameId
    options: dict[str, Any] = {}
    bots: Annotated[list[GameId], Field(min_length=1, max_length=MOST_SEATS, fail_fast=True)] = ["quick"]
    changes: Annotated[Lines, sized(LIMITS.written_characters)] = ""
    content: Annotated[Lines, sized(LIMITS.written_characters)] = ""
    matches: Annotated[int, Field(ge=1, le=10**9)] = 2000
    seed: Annotated[int, Field(ge=0, le=LARGEST_SEQ)] = 1
    until: Annotated[float, Field(ge=0, le=100)] = 0.0
    earlier: Annotated[str, StringConstraints(pattern=r"^([A-Za-z0-9_-]{8,24})?$")] = ""
    question: Literal["measure", "sweep", "search", "ladder"] = "measure"
    numbers: Annotated[Lines, sized(LIMITS.written_characters)] = ""
    within: Annotated[float, Field(ge=0.1, le=100)] = 2.0
    keep: Annotated[Lines, sized(LIMITS.written_characters)] = ""


class Written(Strict):
    """A position or a match as somebody wrote it down."""

    text: Annotated[Lines, sized(LIMITS.written_characters, least=1)]


class Analysis(Strict):
    """A board to analyse: what somebody wrote down, or else a new match with these options."""

    text: Annotated[Lines, sized(LIMITS.written_characters)] = ""
    options: dict[str, Any] = {}


class Moment(Strict):
    """A position of an analysis: the match file that it starts from, and the actions since."""

    root: dict[str, Any]
    actions: Annotated[list[Annotated[Line, sized(LIMITS.action_characters)]],
                       Field(max_length=MOST_ACTIONS, fail_fast=True)] = []


class Try(Strict):
    """What somebody decides in a puzzle; nothing asks for the answer."""

    action: Annotated[Line, sized(LIMITS.action_characters)] = ""


class Question(Moment):
    looks: int = Field(LEAST_LOOKS, ge=LEAST_LOOKS, le=MOST_LOOKS)


# answers over HTTP, for the description of the interface


class Board(BaseModel):
    root: dict[str, Any]
    title: str
    line: dict[str, Any]
    laid: int


class Tip(BaseModel):
    id: str
    say: str
    rule: str


class Opinion(BaseModel):
    class Choice(BaseModel):
        text: str
        label: str
        value: float
        spread: float
        looks: int
        level: bool
        line: list[str]
        places: list[str]

    looks: int
    chances: list[float]
    spread: float
    sure: bool
    choices: list[Choice]


class Problem(BaseModel):
    error: str
    code: str


class Created(BaseModel):
    class Link(BaseModel):
        seat: int
        url: str

    table: str
    url: str
    links: list[Link]
    resume: list[Link]


class Channels(BaseModel):
    """How one is reached when no page is open."""

    key: str | None = Field(description="what browsers subscribe with; null where no pushes are sent")
    browsers: int = Field(description="how many browsers are told")
    mail: bool = Field(description="whether mails are sent here")
    address: str | None
    confirmed: bool


class Text(BaseModel):
    text: str
    notes: list[str]


class TurningPoint(BaseModel):
    ply: int
    seat: int
    played: str
    best: str
    cost: int
    doubt: int
    line: list[str]
    played_label: str
    best_label: str
    played_at: list[str]
    best_at: list[str]
    why: str
    fatal: bool


class OpeningStep(BaseModel):
    ply: int
    seat: int
    played: str
    played_label: str
    times: int
    won: int


class Chances(BaseModel):
    plies: list[int]
    chances: list[list[int]]
    spreads: list[int]
    turning: list[TurningPoint]
    opening: list[OpeningStep]


class Review(BaseModel):
    done: int
    of: int
    review: Chances | None


class Start(BaseModel):
    start: dict[str, Any]
    options: dict[str, Any]
    warnings: list[str]


class Summary(BaseModel):
    class Sitting(BaseModel):
        seat: int
        kind: str
        name: str
        taken: bool
        mine: bool
        kept: bool

    table: str
    url: str
    game: str
    title: str
    seats: list[Sitting]
    status: str
    turn: int
    public: bool
    created: str
    updated: str
    rematch: str | None
    ending: dict[str, Any] | None
    chosen: list[Literal["seed", "start"]]
    commitment: str | None
    rated: bool
    clock: ClockPlan | None


class OneTable(Summary):
    host: bool
    options: dict[str, Any]


class Page(BaseModel):
    class Mine(Summary):
        result: list[float] | None

    tables: list[Mine]
    after: str | None


class Tally(BaseModel):
    played: int
    won: int
    drawn: int
    lost: int
    open: int


class Standing(BaseModel):
    class OfGame(Tally):
        game: str
        title: str

    class Friend(Tally):
        name: str
        last: str
        ahead: int
        even: int
        behind: int

    games: list[OfGame]
    own: Tally
    friends: list[Friend]


class PutAway(BaseModel):
    deleted: bool


class Where(BaseModel):
    table: str
    url: str


class Self(BaseModel):
    name: str


class Identity(BaseModel):
    class Key(BaseModel):
        id: str
        name: str
        created: str
        used: str

    name: str
    code: str | None
    passkeys: list[Key]
    tables: int


class NewCode(BaseModel):
    code: str


class Proven(BaseModel):
    """Who somebody has proven to be: the name and tables there, the tables here, whether those here can be come back
    to, and the ticket to become it."""

    ticket: str
    same: bool
    name: str
    tables: int
    here: int
    kept: bool


class Forgotten(BaseModel):
    seats: int
    lines: int


class Standings(BaseModel):
    class Rated(BaseModel):
        value: int
        provisional: bool

    class Listed(Rated):
        name: str
        matches: int

    people: list[Listed]
    bots: dict[str, Rated]


class MyRating(BaseModel):
    game: str
    title: str
    category: str
    value: int
    provisional: bool
    matches: int


class House(BaseModel):
    class Thinking(BaseModel):
        address: str
        hints: list[str]
        bots: list[str]

    invite: str | None
    thinking: Thinking | None = Field(description="a worker's script, and the games that it may think about")


class LabHouse(BaseModel):
    """Whether the lab is open, how many matches it plays at most (fewer where bots search), and which bots."""

    open: bool
    matches: int
    matches_thought: int
    bots: list[str]


class LabJob(BaseModel):
    """Matches that are played in the background."""

    id: str


class LabRun(BaseModel):
    """What was asked of the lab before."""

    id: str
    wish: LabWish
    begun: str
    state: str
    played: int
    matches: int


# editors


class Drawn(Strict):
    """A document that is being edited."""

    data: dict[str, Any]


class Edit(Strict):
    """A document and what is to be done to it; a new one comes with a sample or a text."""

    data: dict[str, Any] = Field(default_factory=dict)
    deed: dict[str, Any] = Field(default_factory=dict)


class TrialPlan(Drawn):
    matches: Annotated[int, Field(ge=1, le=MOST_TRIED)] = MOST_TRIED
    seed: Annotated[int, Field(ge=1, le=LARGEST_SEQ)] = 1
    players: Annotated[int, Field(ge=1, le=MOST_SEATS)] | None = None


class PackWish(Strict):
    """A pack to be made of a content file."""

    id: Annotated[str, StringConstraints(pattern=r"^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$")]
    name: Name
    content: Annotated[Lines, sized(LIMITS.written_characters)]


class PackMade(BaseModel):
    game: str


class Shares(BaseModel):
    wins: list[float]
    matches: int
    unfinished: int
    decisions: int
    repeated: int
    at_random: bool


class FileText(BaseModel):
    text: str


class FileName(BaseModel):
    name: str


class Rules(BaseModel):
    markdown: str
