"""What clients may send: every message and every body has a model, and nothing else is understood."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, model_validator

from hexagora.server import texts
from hexagora.server.settings import Limits
from hexagora.server.texts import Line, Lines

LIMITS = Limits()  # the sizes of texts are part of the protocol, not of an installation
MOST_SEATS = 16
LARGEST_SEQ = 2**31 - 1
VALUE_ERROR = "Value error, "  # which pydantic puts before our own sentences


class Strict(BaseModel):
    """What comes in: nothing but what is declared, and no text, key or number that cannot be kept."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @model_validator(mode="before")
    @classmethod
    def at_the_door(cls, data: Any) -> Any:
        return texts.check(data)


Seq = Annotated[int, Field(ge=0, le=LARGEST_SEQ, strict=True)]
Name = Annotated[Line, StringConstraints(max_length=LIMITS.name_characters)]
SeatNumber = Annotated[int, Field(ge=1, le=MOST_SEATS)]
GameId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9_-]{1,64}$")]
TableId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,40}$")]


# over the socket


class Act(Strict):
    type: Literal["act"]
    seq: Seq
    text: Annotated[Line, StringConstraints(max_length=LIMITS.action_characters)]


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
    type: Literal["hint"]
    seq: Seq


class Chat(Strict):
    type: Literal["chat"]
    text: Annotated[Line, StringConstraints(max_length=LIMITS.chat_characters)]
    key: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,40}$")] | None = None


class Leave(Strict):
    type: Literal["leave"]


class Return(Strict):
    type: Literal["return"]


class Resign(Strict):
    type: Literal["resign"]


class OfferEnd(Strict):
    type: Literal["offer-end"]


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
    Act | Undo | RestartTurn | AskTakeback | AnswerTakeback | Hint | Chat | Leave | Return | Resign
    | OfferEnd | DeclineEnd | CallOff | GoOn | View | Sync | Ping,
    Field(discriminator="type"),
]
MESSAGES: TypeAdapter[Any] = TypeAdapter(Message)


# over HTTP


class Me(Strict):
    name: Name


class SeatPlan(Strict):
    """Who sits there: I, somebody else at this screen, a friend by link, or a bot."""

    kind: Literal["me", "here", "friend", "bot"]
    level: Annotated[Line, StringConstraints(max_length=64)] | None = None
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
    seats: Annotated[list[SeatPlan], Field(min_length=1, max_length=MOST_SEATS)]
    clock: ClockPlan | None = None
    public: bool = False
    shuffle_seats: bool = False
    patience: Annotated[int, Field(ge=0, le=LIMITS.clock_seconds)] | None = None
    seed: Annotated[Line, StringConstraints(max_length=LIMITS.seed_characters)] | None = None
    start: dict[str, Any] | None = None


class Preview(Strict):
    options: dict[str, Any] = {}
    start: dict[str, Any] | None = None


class Written(Strict):
    """A position or a match as somebody wrote it down."""

    text: Annotated[Lines, StringConstraints(min_length=1, max_length=LIMITS.written_characters)]


# answers over HTTP, for the description of the interface


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


class Text(BaseModel):
    text: str
    notes: list[str]


class TurningPoint(BaseModel):
    ply: int
    seat: int
    played: str
    best: str
    cost: int


class Chances(BaseModel):
    plies: list[int]
    chances: list[list[int]]
    turning: list[TurningPoint]


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
    chosen: list[Literal["seed", "start"]]
    commitment: str | None


class OneTable(Summary):
    host: bool


class Where(BaseModel):
    table: str
    url: str


class Self(BaseModel):
    name: str


class House(BaseModel):
    invite: str | None


class Rules(BaseModel):
    markdown: str
