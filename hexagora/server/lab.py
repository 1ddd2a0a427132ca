"""The lab in the browser: somebody asks for matches, they are played in the background, behind everything that people
at tables wait for, and the figures grow on the page. What was asked and played is kept."""

import asyncio
import logging
import multiprocessing
import secrets
import tempfile
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from itertools import islice
from pathlib import Path as FilePath
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import HTMLResponse, Response

from hexagora.engine import locales, variants
from hexagora.engine.errors import HexagoraError
from hexagora.engine.processes import begin_behind
from hexagora.lab import asking, shelf
from hexagora.lab.asking import Compare, Measure, Question, Task, Work
from hexagora.lab.comparing import Comparison
from hexagora.lab.job import Outcome, Run, workers_here
from hexagora.lab.setting import PLAIN, Setting, setting
from hexagora.lab.shelf import Shelf
from hexagora.lab.speech import Speech
from hexagora.server import catalogue, messages, pages
from hexagora.server.addresses import is_loopback
from hexagora.server.api import REFUSALS, Address, Guest, answer
from hexagora.server.desk import Desk
from hexagora.server.errors import Refusal
from hexagora.server.settings import LAB_AUTO, LAB_ON, Settings
from hexagora.server.turns import HOUSE

OVER = ("done", "stopped", "failed")
JOBS_KEPT, RUNS_KEPT = 20, 60  # in memory, and in the folder
OWN_TIMES = 50  # as many matches as strangers may ask for who are alone at their own machine
AHEAD = 2  # parts given out for each process, so that none waits for the next
SWEEP, SEARCH, LADDER = "sweep", "search", "ladder"  # questions beside what the matches show, and what a change does
BOTS = (*PLAIN, "beginner", "casual", "club", "expert")
# a report is a page of its own with its own style and nothing else
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
MINE = r"^[A-Za-z0-9_,-]{0,2000}$"
JobId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{8,24}$")]
Language = Annotated[str, Query(pattern=locales.LANGUAGE)]
Spawn = Callable[[Coroutine[Any, Any, None], str], Any]

log = logging.getLogger("hexagora.lab")
router = APIRouter(responses=REFUSALS)


@dataclass
class Job:
    """Matches that somebody asked for, and why."""

    id: str
    address: str
    owner: str  # the guest who began it
    wanted: messages.LabWish
    question: Question
    before: messages.LabWish | None = None  # the earlier run that it is compared with
    begun: str = ""
    state: str = "waiting"  # then running; at last done, stopped or failed
    why: str = ""
    needed: list[str] = field(default_factory=list)  # which matches of the shelf
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    reading: "asyncio.Task[None] | None" = None  # of what was played in an earlier process

    @property
    def over(self) -> bool:
        return self.state in OVER

    @property
    def goes_on(self) -> bool:
        """Whether there is something left to play."""
        return self.over and not self.question.enough

    def document(self) -> dict[str, Any]:
        return {"wish": self.wanted.model_dump(), "owner": self.owner,
                "before": self.before.model_dump() if self.before else None, "begun": self.begun, "state": self.state,
                "count": self.question.played, "matches": self.question.matches, shelf.PLAYED: self.needed}


class Lab:
    """The jobs of this process; one is played at a time, on all processors. What was played is kept in a folder, so
    that it outlives the process, goes on, and can be compared with. What is asked and what is told of it costs
    processor time: a question is made, answered and told at a desk beside the event loop, and only there."""

    def __init__(self, settings: Settings, spawn: Spawn):
        self.settings, self._spawn = settings, spawn
        self.desk = Desk("lab", settings.limits.questions_per_address)
        self.jobs: OrderedDict[str, Job] = OrderedDict()
        self.workers = settings.lab_workers or workers_here()
        self._turn = asyncio.Lock()
        self._pool: ProcessPoolExecutor | None = None

    @cached_property
    def shelf(self) -> Shelf:
        try:
            place = self.settings.lab_place()
            place.mkdir(parents=True, exist_ok=True)
        except OSError as e:
            place = FilePath(tempfile.mkdtemp(prefix="hexagora-lab-"))
            log.warning("runs of the lab cannot be kept", extra={"why": str(e), "instead": str(place)})
        return Shelf(place, RUNS_KEPT)

    @property
    def is_own(self) -> bool:
        """Whether nobody but the user of this machine comes here."""
        return is_loopback(self.settings.host) and self.settings.proxies == 0 and not self.settings.public_url

    @property
    def is_open(self) -> bool:
        return self.settings.lab == LAB_ON or (self.settings.lab == LAB_AUTO and self.is_own)

    @property
    def most(self) -> tuple[int, int]:
        """Matches that may be asked for: of players without a search, and of bots that search."""
        limits, times = self.settings.limits, OWN_TIMES if self.is_own else 1
        return times * limits.lab_matches, times * limits.lab_matches_thought

    def close(self) -> None:
        """Ends all that is under way."""
        self._end_pool()
        self.desk.close()

    def _end_pool(self) -> None:
        if self._pool is not None:
            workers = list(getattr(self._pool, "_processes", {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
            for worker in workers:
                worker.terminate()

    async def find(self, name: str, address: str) -> Job:
        """A job of this process, or one that is kept from earlier."""
        self._check_open()
        return self.jobs.get(name) or await self._from_shelf(name, address)

    async def _from_shelf(self, name: str, address: str) -> Job:
        kept = self.shelf.find(name)
        if kept is None:
            raise Refusal("no-job", "These matches are not known any more.", 404)
        try:
            job = await self.desk.do(address, self._job, name, "", kept.get("owner", ""),
                                     messages.LabWish(**kept["wish"]),
                                     messages.LabWish(**kept["before"]) if kept["before"] else None)
            job.begun, job.needed = str(kept["begun"]), [str(one) for one in kept[shelf.PLAYED]]
            state = kept["state"] if kept["state"] in OVER else "stopped"
        except (KeyError, TypeError, ValueError, Refusal):
            raise Refusal("no-job", "These matches were kept by another version and cannot be shown.", 404) from None
        if name in self.jobs:  # somebody else asked meanwhile
            return self.jobs[name]
        self._remember(job)
        job.reading = self._spawn(self._read(job, state), f"lab {name} read")
        return job

    def _check_open(self) -> None:
        if not self.is_open:
            raise Refusal("no-lab", "The lab is closed on this server.", 403)

    def belongs_to(self, job: Job, guest: str) -> bool:
        """Whether somebody may stop it, go on with it and forget it: who began it, and the user of this machine."""
        return self.is_own or job.owner == guest

    async def find_own(self, name: str, guest: str, address: str) -> Job:
        job = await self.find(name, address)
        if not self.belongs_to(job, guest):
            raise Refusal("not-yours", "Only who asked for these matches can do that.", 403)
        return job

    async def begin(self, wanted: messages.LabWish, address: str, guest: str) -> Job:
        """Checks what is asked for, beside the event loop, and starts it; one for each address at a time."""
        self._check_open()
        self._check_alone(address)
        before = (await self.find(wanted.earlier, address)).wanted if wanted.earlier else None
        job = await self.desk.do(address, self._job, secrets.token_urlsafe(9), address, guest, wanted, before)
        self._check_alone(address)  # perhaps two were asked for at once
        job.begun = datetime.now(UTC).isoformat(timespec="seconds")
        self._remember(job)
        self.shelf.keep(job.id, job.document())
        self._spawn(self._play(job), f"lab {job.id}")
        return job

    async def go_on(self, name: str, address: str, guest: str) -> Job:
        """Plays on where a job was stopped."""
        job = await self.find_own(name, guest, address)
        self._check_alone(address)
        if not job.goes_on:
            raise Refusal("no-more", "There is nothing left to play.", 409)
        again = await self.desk.do(address, self._job, job.id, address, job.owner, job.wanted, job.before)
        self._check_alone(address)
        again.begun, again.needed = job.begun, job.needed
        self._remember(again)
        self._spawn(self._play(again), f"lab {job.id}")
        return again

    async def remove(self, name: str, guest: str, address: str) -> None:
        job = await self.find_own(name, guest, address)
        job.stop.set()
        self.jobs.pop(name, None)
        self.shelf.remove(name)
        self.shelf.tidy()

    def runs(self, mine: set[str]) -> list[dict[str, Any]]:
        """What was asked before, the newest first: on the user's own machine all, elsewhere what one can name."""
        self._check_open()
        kept = [(name, self.shelf.find(name)) for name in self.shelf.names() if self.is_own or name in mine]
        return [{"id": name, "wish": found["wish"], "begun": found["begun"], "state": found["state"],
                 "played": found["count"], "matches": found["matches"]} for name, found in kept if found]

    def _check_alone(self, address: str) -> None:
        if any(job.address == address and not job.over for job in self.jobs.values()):
            raise Refusal("one-job", "Your last matches are still being played; stop them first.", 409)

    def _job(self, name: str, address: str, owner: str, wanted: messages.LabWish,
             before: messages.LabWish | None) -> Job:
        return Job(name, address, owner, wanted, self._understood(wanted, before), before)

    def _remember(self, job: Job) -> None:
        """Those that are over make room, the oldest first; what still waits or is played is nobody's to end but its
        owner's."""
        self.jobs[job.id] = job
        for name in [one.id for one in self.jobs.values() if one.over][: max(0, len(self.jobs) - JOBS_KEPT)]:
            if name != job.id:
                del self.jobs[name]

    def _understood(self, wanted: messages.LabWish, before: messages.LabWish | None) -> Question:
        try:
            base, changed = self._settings(wanted)
            if before is not None:
                base = self._settings(before)[1]
                _check_comparable(base, changed)
            counted, thought = self.most

            def most(asked: Setting) -> int:
                return min(wanted.matches, thought if asked.searches else counted)

            allowed = self.settings.limits.lab_arms * (thought if changed.searches else counted)
            return _bounded(_question(wanted, base, changed, most), allowed)
        except HexagoraError as e:
            raise Refusal("bad-content", str(e), 422) from None

    def _settings(self, wanted: messages.LabWish) -> tuple[Setting, Setting]:
        """The game as it is, and as somebody wants it."""
        game = catalogue.find(wanted.game)
        options = catalogue.chosen_options(game, wanted.options, self.settings.limits)
        if not set(wanted.bots) <= set(BOTS):
            raise Refusal("bad-request", f"bots: allowed are {', '.join(BOTS)}", 422)
        bots = wanted.bots if wanted.question != LADDER else wanted.bots[-1:]
        base = setting(game.id, options, bots, None, None, wanted.seed)
        changed = base.changed(_changes(base, wanted))
        changed.game_itself().box(changed.options)
        return base, changed

    # playing

    async def _play(self, job: Job) -> None:
        """Part by part. Whoever stops it is heard at once."""
        async with self._turn:
            job.state = "stopped" if job.stop.is_set() else "running"
            try:
                if not job.over:
                    await self._answer(job)
                    job.state = "done" if job.question.enough else "stopped"
            except Exception:
                job.state, job.why = "failed", "The matches could not be played to the end."
                self._end_pool()
                raise
            finally:
                self._keep(job)
                await asyncio.to_thread(self.shelf.tidy)

    def _keep(self, job: Job) -> None:
        if job.id in self.jobs:  # else it was removed
            self.shelf.keep(job.id, job.document())

    async def _answer(self, job: Job) -> None:
        work = job.question.work()
        while (tasks := await self._next(work)) is not None:
            job.needed = sorted({*job.needed, *shelf.digests(task.setting for task in tasks)})
            self._keep(job)
            await self._accept(job, iter(tasks))
            if job.stop.is_set() or job.question.enough:
                return

    async def _next(self, work: Work) -> list[Task] | None:
        return await self.desk.do(HOUSE, next, work, None)

    async def _accept(self, job: Job, tasks: Iterator[Task]) -> None:
        """Gives tasks to all processors and takes what comes of them in their order."""
        waiting: deque[tuple[Task, asyncio.Future[Outcome]]] = deque()
        stopped = asyncio.ensure_future(job.stop.wait())
        try:
            while not job.question.enough:
                for task in islice(tasks, max(0, AHEAD * self.workers - len(waiting))):
                    waiting.append((task, self._ask(task)))
                if not waiting:
                    return
                await asyncio.wait((waiting[0][1], stopped), return_when=asyncio.FIRST_COMPLETED)
                if job.stop.is_set():
                    self._end_pool()  # what is under way is not waited for
                    return self.get_ready()
                task, coming = waiting.popleft()
                await self.desk.do(HOUSE, task.accept, coming.result())
        finally:
            stopped.cancel()

    def get_ready(self) -> None:
        """Starts the processes that will play, while somebody still says what."""
        if self._pool is None:
            for _ in range(self.workers):
                self._executor().submit(shelf.ready)

    def _executor(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.workers, multiprocessing.get_context("spawn"), begin_behind,
                                             (self.settings.lab_nice,))
        return self._pool

    def _ask(self, task: Task) -> "asyncio.Future[Outcome]":
        place = self.shelf.place(task.setting)
        loop = asyncio.get_running_loop()
        coming = loop.run_in_executor(self._executor(), shelf.played, place, task.setting, task.part)
        coming.add_done_callback(_noted)
        return coming

    async def _read(self, job: Job, state: str) -> None:
        """What was played before is read again, as far as it is there."""
        work = job.question.work()
        while (tasks := await self._next(work)) is not None:
            for task in tasks:
                found = await asyncio.to_thread(shelf.kept, self.shelf.place(task.setting), task.setting, task.part)
                if found is None or job.question.enough:
                    job.state = state
                    return
                await self.desk.do(HOUSE, task.accept, found)
        job.state = state


def _noted(coming: "asyncio.Future[Outcome]") -> None:
    """Nobody waits any more for what is under way when a job is stopped."""
    if not coming.cancelled():
        coming.exception()


def _check_comparable(before: Setting, after: Setting) -> None:
    if (before.game, before.players) != (after.game, after.players):
        raise HexagoraError(f"the earlier run is of {before.game} with {before.players} players; compared are runs of "
                            "one game with as many players")
    if before == after:
        raise HexagoraError("that is what the earlier run asked for; change something, and it can be compared")


def _question(wanted: messages.LabWish, base: Setting, changed: Setting, most: Callable[[Setting], int]) -> Question:
    numbers, matches = _lines(wanted.numbers), most(changed)
    if wanted.question == SWEEP:
        if len(numbers) != 1:
            raise HexagoraError("a curve is drawn of one number through its values, as in building.town.gold=2..6")
        return asking.sweep(changed, numbers[0], matches)
    if wanted.question == SEARCH:
        return asking.search(changed, numbers, wanted.within / 100, _lines(wanted.keep), matches)
    if wanted.question == LADDER:
        return asking.ladder(changed, wanted.bots, most)
    run = Run(changed, matches, wanted.until / 100 if wanted.until else None)
    return Compare(Comparison(Run(base, matches), run)) if changed != base else Measure(run)


def _lines(text: str) -> list[str]:
    return [line for line in map(str.strip, text.splitlines()) if line]


def _bounded(asked: Question, most: int) -> Question:
    if asked.matches > most:
        raise HexagoraError(f"that would be {asked.matches} matches in all; here at most {most} are played for one "
                            "question: ask for fewer matches or fewer values")
    return asked


def _changes(base: Setting, wanted: messages.LabWish) -> dict[str, Any]:
    """Single changes, and those of a content file that was pasted or dropped."""
    changes: dict[str, Any] = {}
    if wanted.content:
        changes |= variants.changes_in(wanted.content, base.game, base.game_itself().content_data)
    for line in filter(None, map(str.strip, wanted.changes.splitlines())):
        path, equals, value = (part.strip() for part in line.partition("="))
        if not equals:
            raise HexagoraError(f"'{line}' must be a path and a value, as in game.limit = 4")
        base.value_at(path)
        changes[path] = value if path.startswith("option.") else variants.read_value(value)
    return changes


# telling it


def told(job: Job, yours: bool, language: str) -> dict[str, Any]:
    """How far a job is, and what is known so far, for the page."""
    asked = job.question
    known: dict[str, Any] = {"id": job.id, "state": job.state, "why": job.why, "played": asked.played,
                             "matches": asked.matches, "width": None, "groups": [], "lines": [], "content": False,
                             "goes_on": job.goes_on, "yours": yours, "wish": job.wanted.model_dump()}
    if not asked.played:
        return known
    say = Speech(language, asked.setting.game_itself())
    return known | {"width": asked.width, "groups": asked.groups(say), "lines": asked.lines(say),
                    "content": job.over and bool(asked.content())}


def the_lab(request: Request) -> Lab:
    """The lab of this process, which begins when somebody first comes in."""
    state = request.app.state
    state.lab = state.lab or Lab(state.settings, state.hall.spawn)
    found: Lab = state.lab
    return found


# over HTTP


@router.get("/lab", include_in_schema=False)
async def lab_page(request: Request) -> Response:
    lab = the_lab(request)
    lab._check_open()
    lab.get_ready()
    return pages.page("lab.html")


@router.get("/api/lab", response_model=messages.LabHouse, summary="Whether the lab is open, and how much may be asked")
async def house(request: Request) -> Response:
    found = the_lab(request)
    counted, thought = found.most
    return answer({"open": found.is_open, "matches": counted, "matches_thought": thought, "bots": list(BOTS)})


@router.post("/api/lab", status_code=201, response_model=messages.LabJob, summary="Plays matches in the background")
async def begin(request: Request, wanted: messages.LabWish, address: Address, guest: Guest) -> Response:
    request.app.state.limiter.check("table", address)
    return answer({"id": (await the_lab(request).begin(wanted, address, guest)).id}, 201)


@router.get("/api/lab/runs", response_model=list[messages.LabRun], summary="What was asked of the lab before: on the "
            "user's own machine everything, elsewhere the runs that are named")
async def runs(request: Request, mine: Annotated[str, Query(pattern=MINE)] = "") -> Response:
    return answer(the_lab(request).runs(set(mine.split(","))))


@router.get("/api/lab/{job}", summary="What the matches show so far")
async def look(request: Request, job: JobId, guest: Guest, address: Address, language: Language = locales.SOURCE
               ) -> Response:
    lab = the_lab(request)
    found = await lab.find(job, address)
    return answer(await lab.desk.do(address, told, found, lab.belongs_to(found, guest), language))


@router.post("/api/lab/{job}/stop", response_model=messages.LabJob, summary="Plays no more of them")
async def stop(request: Request, job: JobId, guest: Guest, address: Address) -> Response:
    found = await the_lab(request).find_own(job, guest, address)
    found.stop.set()
    return answer({"id": found.id})


@router.post("/api/lab/{job}/resume", response_model=messages.LabJob, summary="Plays on where it was stopped")
async def resume(request: Request, job: JobId, address: Address, guest: Guest) -> Response:
    request.app.state.limiter.check("table", address)
    return answer({"id": (await the_lab(request).go_on(job, address, guest)).id})


@router.delete("/api/lab/{job}", response_model=messages.LabJob, summary="Forgets a run and its matches")
async def remove(request: Request, job: JobId, guest: Guest, address: Address) -> Response:
    await the_lab(request).remove(job, guest, address)
    return answer({"id": job})


@router.get("/lab/{job}/report", include_in_schema=False)
async def page_of(request: Request, job: JobId, address: Address, language: Language = locales.SOURCE) -> Response:
    asked = await _played(request, job, address)
    made = await the_lab(request).desk.do(address, asked.report, language)
    return HTMLResponse(made, headers={"content-security-policy": POLICY})


@router.get("/api/lab/{job}/content", summary="The content file that the matches were played with, or that was found")
async def content_of(request: Request, job: JobId, address: Address) -> Response:
    asked = await _played(request, job, address)
    made = await the_lab(request).desk.do(address, asked.content)
    if not made:
        raise Refusal("no-content", "Nothing of the content is changed.", 404)
    return Response(made, media_type="application/toml",
                    headers={"content-disposition": 'attachment; filename="content.toml"'})


async def _played(request: Request, job: str, address: str) -> Question:
    found = await the_lab(request).find(job, address)
    if found.reading:
        await asyncio.wait([found.reading])
    if not found.question.played:
        raise Refusal("not-yet", "No match has been played yet.", 409)
    return found.question
