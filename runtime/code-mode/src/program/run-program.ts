import type { Tool, ToolContext, ToolResult } from "@toolwright/core";
import {
  type CallOfJournal,
  type CallsInOrder,
  callsInOrder,
  type EndedCall,
  type NextEnd,
  nearestName,
  untilAborted,
} from "@toolwright/core/internal";
import { identifierOf } from "../declarations/program-names.ts";
import type { AskedCall, CallOutcome, Turn, UncaughtErrors } from "../executor/program-executor.ts";
import { programLimits } from "../limits.ts";
import { SlowTimer } from "../slow-timer.ts";
import type { ProgramSource } from "../source/read-source.ts";
import { Breath } from "./breath.ts";
import { type CallMade, cameTo } from "./calls-made.ts";
import { outcomeOf, refusalOf } from "./outcome-of.ts";
import { ParkableSession } from "./parkable-session.ts";
import type { ProgramSurroundings } from "./program.ts";
import { type ProgramEnd, resultOf, type ToldByProgram } from "./result-of.ts";
import { shownParts } from "./shown-parts.ts";
import { TimeLimit } from "./time-limit.ts";

/**
 * A program, from its first turn to its result: it runs until it can only wait, its calls are made, and it is given one
 * end at a time, in the order of the journal. After a crash it runs again and is given the same.
 */
export async function runProgram(
  { source, written }: ProgramSource,
  surroundings: ProgramSurroundings,
  context: ToolContext,
): Promise<ToolResult> {
  const run = new ProgramRun(source, surroundings, context);
  try {
    return await run.toResult(written);
  } finally {
    // A stop is told at once, however long the machine takes to end.
    await untilAborted(run.free(), context.signal);
  }
}

/** How many calls a program asks for that it cannot make: one that goes on asking would do so for minutes. */
const MOST_REFUSED = 10_000;

/** So many of them are told which tool may be meant: to compare a name with those of all tools takes milliseconds. */
const MOST_HINTED = 100;

/** So many calls are asked for before others have a turn, or fewer with longer arguments. */
const ASKED_AT_ONCE = 32;

/** UTF-16 units of arguments that take as long as another call. */
const CHARACTERS_OF_A_CALL = 8_192;

/** A call that no journal hears of: the program cannot make it, and is told so in the same moment. */
interface Refused {
  readonly number: number;
  readonly outcome: CallOutcome;
}

class ProgramRun {
  readonly #surroundings: ProgramSurroundings;
  readonly #context: ToolContext;
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #calls: CallsInOrder;
  readonly #session: ParkableSession;
  readonly #time: TimeLimit;
  /** Of the run, and of the time. */
  readonly #stop: AbortSignal;
  readonly #parking = new SlowTimer();
  readonly #breath = new Breath();
  /** By the numbers that they have in the journal. */
  readonly #made: CallMade[] = [];
  /** The numbers that the program gave its calls, by those that they have in the journal. */
  readonly #numbers: number[] = [];
  readonly #refused: Refused[] = [];
  readonly #console: string[] = [];
  readonly #shown: string[] = [];
  #uncaught: UncaughtErrors | undefined;
  #open = 0;
  #timesRefused = 0;
  #endsRun = false;
  #clockMs: number;

  constructor(source: string, surroundings: ProgramSurroundings, context: ToolContext) {
    const { executor, limits } = surroundings;
    this.#surroundings = surroundings;
    this.#context = context;
    this.#tools = surroundings.tools();
    this.#calls = callsInOrder(context);
    this.#clockMs = this.#calls.startMs;
    this.#time = new TimeLimit(limits.timeoutMs, context.signal);
    this.#stop = this.#time.signal;
    this.#calls.onAsking((isAsked) => (isAsked ? this.#time.stand() : this.#time.go()));
    this.#session = new ParkableSession(executor, {
      source,
      tools: [...this.#tools.keys()],
      seed: context.idempotencyKey,
      startMs: this.#calls.startMs,
      limits: programLimits(limits),
      signal: context.signal,
    });
  }

  /** Runs the program to its end. `written`: the program as its model wrote it. */
  async toResult(written: string): Promise<ToolResult> {
    const { limits } = this.#surroundings;
    const context = this.#context;
    const end = await this.#withoutOpenCalls(await this.#untilEnd());
    const told: ToldByProgram = {
      calls: this.#made,
      console: this.#console,
      shown: this.#shown,
      uncaught: this.#uncaught,
      endsRun: this.#endsRun,
      cpuMs: this.#session.cpuMs,
      lives: context.attempt,
    };
    const returned = end.how === "returned" ? end.json : undefined;
    const shown = await shownParts({ shown: told.shown, returned }, context);
    // What is long is cut, and half of a secret would not be known as one.
    const mask = (text: string) => context.scrubber.text(text);
    const source = mask(written);
    return resultOf({ source, mask, tools: this.#tools, end, limits, shown, told, isStopped: context.signal.aborted });
  }

  /** Ends its timers and its machine. */
  free(): Promise<void> {
    this.#time.end();
    this.#parking.close();
    return this.#session.close();
  }

  /** A machine that cannot be had ends the program, which may have made calls by then; a stop of the run ends it. */
  async #untilEnd(): Promise<ProgramEnd> {
    try {
      const end = await untilAborted(this.#takeTurns(), this.#stop);
      return end ?? { how: this.#context.signal.aborted ? "stopped" : "late" };
    } catch (error) {
      return { how: "no machine", message: error instanceof Error ? error.message : String(error) };
    }
  }

  async #takeTurns(): Promise<ProgramEnd> {
    let isReplay = this.#context.attempt > 1;
    let turn = await this.#session.start();
    for (;;) {
      const end = await this.#take(turn, isReplay);
      if (end !== undefined) return end;
      await this.#breath.take();
      isReplay = this.#calls.recordedLeft > 0;
      const next = await this.#nextTurn();
      if ("how" in next) return next;
      turn = next;
    }
  }

  /**
   * Calls that run are waited for, unless the run is stopped: the runner waits for them then, and the model is told at
   * once. A program that returns without a call that is recorded is not the one that made it.
   */
  async #withoutOpenCalls(end: ProgramEnd): Promise<ProgramEnd> {
    const { open, unasked } = this.#calls.close();
    const others = [...unasked];
    const closed = open.map(async ({ number, hasBegun, ended }) => {
      const made = this.#made[number];
      if (made === undefined) return;
      Object.assign(made, { isLeft: true, ...(hasBegun ? {} : { came: "refused" }) });
      const end = await ended;
      if (!("toolName" in end)) return this.#note(made, end);
      others.push(end);
      this.#made[number] = this.#madeBefore(end);
    });
    await untilAborted(Promise.all(closed), this.#stop);
    const [first] = others;
    for (const call of unasked) this.#made.push(this.#madeBefore(call));
    const hasEnded = end.how === "returned" || end.how === "threw";
    return hasEnded && first !== undefined ? { how: "diverged", toolName: first.toolName } : end;
  }

  /** A call of an earlier process. */
  #madeBefore({ toolName, result }: CallOfJournal): CallMade {
    const tool = [...this.#tools.values()].find(({ name }) => name === toolName);
    const came = result === undefined ? "unknown" : cameTo(result);
    return { tool: toolName, isRead: tool?.effects.kind === "read", came };
  }

  /** What a turn says and asks for; undefined where the program goes on. */
  async #take(turn: Turn, isReplay: boolean): Promise<ProgramEnd | undefined> {
    this.#hear(turn, isReplay);
    if (turn.failed !== undefined) return { how: turn.failed };
    const { calls, ended } = turn;
    let asked = 0;
    for (const call of calls) {
      asked += 1 + call.json.length / CHARACTERS_OF_A_CALL;
      // A call that ends at once does so before others have a turn. Those of a program that has ended do not begin.
      if (asked >= ASKED_AT_ONCE && ended === undefined) {
        await this.#breath.takeNow();
        asked = 0;
      }
      if (this.#stop.aborted) return { how: "stopped" };
      this.#ask(call);
    }
    return ended && { how: ended.ok ? "returned" : "threw", json: ended.json };
  }

  async #nextTurn(): Promise<Turn | ProgramEnd> {
    if (this.#timesRefused > MOST_REFUSED) return { how: "refused" };
    const refused = this.#refused.shift();
    if (refused !== undefined) return this.#session.settle(refused.number, refused.outcome, this.#clockMs);
    if (this.#open === 0) return { how: "stuck" };
    const next = await this.#nextEnd();
    // Its end is told by now: a machine that was given up would be made again for nobody.
    if (this.#stop.aborted) return { how: "stopped" };
    return next.how === "over" ? next : this.#settle(next);
  }

  #ask({ number, name, json, line }: AskedCall): void {
    const own = this.#tools.get(name);
    const recorded = this.#calls.recordedNext;
    // What has ended needs no tool any more, and no room.
    const isRecorded = recorded !== undefined && (own ? own.name === recorded : this.#isGone(recorded, name));
    const tool = own ?? (isRecorded ? recorded : undefined);
    const refusal = isRecorded ? undefined : this.#refusalOf(name);
    if (tool === undefined || refusal !== undefined) {
      const hinted = this.#timesRefused < MOST_HINTED ? [...this.#tools.keys()] : [];
      const { code, message } = refusal ?? unknownTool(name, hinted);
      this.#timesRefused += 1;
      this.#refused.push({ number, outcome: refusalOf({ code, message, tool: name, ran: "no" }) });
      return;
    }
    const asked = this.#calls.ask(tool, json, { line, isGone: own === undefined });
    this.#numbers[asked] = number;
    this.#made[asked] = { tool: name, isRead: typeof tool !== "string" && tool.effects.kind === "read" };
    this.#open += 1;
  }

  /** A tool of another namespace that has its name would be called in place of it. */
  #isGone(recorded: string, name: string): boolean {
    return isNameOf(recorded, name) && [...this.#tools.values()].every((tool) => tool.name !== recorded);
  }

  #refusalOf(name: string) {
    const { name: own, limits } = this.#surroundings;
    if (name === own) return { code: "skipped", message: "A program cannot run another program." };
    if (this.#made.length < limits.calls) return undefined;
    return { code: "skipped", message: `A program makes at most ${limits.calls.toLocaleString("en")} calls.` };
  }

  /** A program that waits long gives up its machine. */
  async #nextEnd(): Promise<NextEnd> {
    const next = this.#calls.next();
    this.#parking.begin(this.#surroundings.parkAfterMs, () => void this.#session.park());
    try {
      return await next;
    } finally {
      this.#parking.end();
    }
  }

  #settle(end: Extract<NextEnd, { how: "ended" }>): Promise<Turn> {
    const { number: asked, result, timeMs } = end;
    const made = this.#made[asked];
    const number = this.#numbers[asked];
    if (made === undefined || number === undefined) throw new Error(`Nobody has asked for call ${asked}.`);
    this.#open -= 1;
    this.#clockMs = timeMs;
    this.#note(made, end);
    return this.#session.settle(number, outcomeOf(result, made.tool), timeMs);
  }

  #note(made: CallMade, { result, edited }: EndedCall): void {
    this.#endsRun ||= result.endsRun === true;
    made.came = cameTo(result);
    if (edited !== undefined) made.edited = edited;
  }

  /** Lines that an earlier process has told are not told again. */
  #hear({ console, shown, uncaught }: Turn, isReplay: boolean): void {
    this.#uncaught = uncaught ?? this.#uncaught;
    for (const { text } of console) {
      this.#console.push(text);
      if (!isReplay) this.#context.emitOutput(`${text}\n`);
    }
    for (const json of shown) this.#shown.push(json);
  }
}

/** Whether a program may have written a tool's name so. Of a tool that is gone its namespace is not known. */
function isNameOf(toolName: string, written: string): boolean {
  return [toolName, identifierOf(toolName)].some((name) => written === name || written.endsWith(`__${name}`));
}

function unknownTool(name: string, names: readonly string[]) {
  const nearest = nearestName(name, names);
  const hint = nearest === undefined ? "" : ` Did you mean ${JSON.stringify(nearest)}?`;
  return { code: "unknown_tool", message: `There is no tool ${JSON.stringify(name.slice(0, 64))}.${hint}` };
}
