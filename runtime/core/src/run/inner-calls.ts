// The calls inside one call of a tool that replays. Loaded by the first of them.

import { monotonicMs } from "../async/monotonic.ts";
import type { EventData } from "../journal/event.ts";
import type { RecordedSubCall } from "../journal/recorded-call.ts";
import { canonicalJson } from "../json/canonical-json.ts";
import type { Json } from "../json/json.ts";
import { present } from "../json/present.ts";
import { sha256Of } from "../model/sha256.ts";
import { utf8Length } from "../text/utf8-length.ts";
import type { Tool } from "../tool/tool.ts";
import { admit, type Judged, settle, skipCall } from "./call.ts";
import type { DecodedCall, Ended, ForModel, HaltReason, SettledCall } from "./call-states.ts";
import { divergedFrom } from "./diverged.ts";
import { LOST_RESULT, resultLost } from "./lost-result.ts";
import { MoreAllowed } from "./more-allowed.ts";
import type { CallOfProgram } from "./program-call.ts";
import { scopeOfProgram } from "./program-scope.ts";
import { findTool } from "./read.ts";
import { readBack } from "./read-back.ts";
import { refuse, refuseHalted } from "./refusals.ts";
import { isReplayed, isStop, refusalOfResumed, resumedScope, tellRetry } from "./resumed-call.ts";
import {
  type CallQuestions,
  type CallsInside,
  type InReplay,
  narrowed,
  type Scope,
  type SharedAnswers,
} from "./scope.ts";
import { placesIn, sharesTime } from "./slots.ts";
import { type Turn, Turns } from "./turns.ts";

interface Resumed {
  readonly known: RecordedSubCall;
  /** Looked through for masks. */
  readonly argumentsText: string;
}

interface CallToMake {
  readonly call: DecodedCall;
  readonly scope: Scope;
  readonly known: RecordedSubCall | undefined;
  readonly turn: Turn;
  readonly program: CallOfProgram | undefined;
}

/**
 * Gives each call the place of its number: what an earlier process has seen the end of is given again, what had not
 * begun is made, and each takes its turn.
 */
export class InnerCalls implements CallsInside {
  readonly #scope: Scope;
  readonly #turns: Turns;
  readonly #more: MoreAllowed;
  /** How many people are asked now, and since when. */
  #asked = 0;
  #askedSince = 0;
  /** How the calls end from here on: what an earlier process had seen cannot be gone on from. */
  #diverged: Ended | undefined;

  /** For the call that this scope belongs to. */
  constructor(scope: Scope) {
    this.#scope = scope;
    this.#turns = new Turns(placesIn(scope));
    this.#more = new MoreAllowed(scope);
    scope.halt.why ??= stopOf(scope);
  }

  /** `around`: the scope of the call inside. Never rejects. */
  async call(call: DecodedCall, around: Scope, program?: CallOfProgram): Promise<SettledCall | Ended> {
    const turn = this.#turns.take();
    const scope = program?.isGone ? narrowed(around, { active: NO_TOOLS }) : around;
    try {
      const around = this.#scope.inReplay?.program;
      const inReplay = await inReplayOf(call, scope, { isStep: this.#isStep, program, around });
      const known = this.#scope.replayed?.get(scope.toolCallId);
      const more = this.#moreFor(program);
      if (known?.grants !== undefined) more.knows(scope.toolCallId, findTool(call.name, scope));
      const edited = known?.decision?.approve === true ? known.decision.arguments : undefined;
      if (edited !== undefined && program !== undefined) program.edited = edited;
      const ended = this.#diverged ?? (known && (await this.#endedBefore(call, known, inReplay)));
      if (ended !== undefined) {
        if (ended !== this.#diverged) program?.ended();
        return ended;
      }
      this.#scope.replayed?.delete(scope.toolCallId);
      const halted = known === undefined ? refuseHalted(scope.halt) : undefined;
      if (halted !== undefined) return halted;
      const told = program === undefined ? scope : scopeOfProgram(scope, program);
      const inner = resumedScope(narrowed(told, { inReplay, questions: this.#questionsIn(turn, more) }), known);
      return await this.#make({ call, scope: inner, known, turn, program });
    } finally {
      turn.end();
    }
  }

  /** What an earlier process has seen the call come to; undefined where that saw no end. */
  async #endedBefore(call: DecodedCall, known: RecordedSubCall, inReplay: InReplay): Promise<Ended | undefined> {
    const { scrubber, toolCallId } = this.#scope;
    const { start, end } = known;
    if ((await hashOfRecorded(known)) !== inReplay.hash)
      this.#diverged ??= divergedFrom(toolCallId, { name: start.toolName, made: scrubber.name(call.name) });
    const result = end?.isLost ? await readBack(end, this.#scope) : end?.result;
    if (end !== undefined && result === undefined) this.#diverged ??= resultLost(end);
    return this.#diverged ?? (end && result && endedAsBefore({ ...end, result }));
  }

  async #make({ call, scope, known, turn, program }: CallToMake): Promise<SettledCall> {
    // A program was given masks and no secrets: what it asks for with one is just that.
    const argumentsText = program === undefined && call.decoded.ok ? JSON.stringify(call.decoded.value) : "";
    const lost = known && this.#refusalOf(call.name, scope, { known, argumentsText });
    if (lost !== undefined) return skipCall({ call, scope }, lost);
    const judged = await admitAgain({ call, scope, known });
    if (judged.progress.stage !== "authorised") return settle(judged, scope);
    await turn.begin(sharesTime(judged.progress.tool));
    const refused = this.#diverged ?? refuseUnneeded(program);
    if (refused === undefined && program !== undefined) program.hasBegun = true;
    const settled = await settle({ ...judged, progress: refused ?? judged.progress }, scope);
    if (settled.result.error?.reason === LOST_RESULT) this.#diverged ??= resultLost(settled);
    return settled;
  }

  #refusalOf(name: string, scope: Scope, { known, argumentsText }: Resumed): Ended | undefined {
    const tool = findTool(name, scope);
    const isKept = scope.memory?.carry !== undefined && this.#isStep && known.start.replays !== true;
    const isAgain = tool?.effects.idempotent === true || isReplayed(tool, known);
    const isStopped = scope.signal?.aborted === true || scope.halt.why !== undefined;
    return refusalOfResumed({ known, argumentsText, mayRunAgain: (isKept || isAgain) && !isStopped });
  }

  /** A person is asked at once, whatever else they are asked; meanwhile the calls behind this one go on. */
  #questionsIn(turn: Turn, more: SharedAnswers): CallQuestions {
    return {
      more,
      has: () => false,
      ask: async (question, approver) =>
        (await more.allows(question)) ?? turn.whileAsking(() => this.#whileAsking(() => more.ask(question, approver))),
      whileAsking: (work) => this.#whileAsking(work),
      answerOf: () => undefined,
      drop: () => undefined,
    };
  }

  /** The parts of a batch that a program runs are asked about as its other calls are. */
  #moreFor(program: CallOfProgram | undefined): SharedAnswers {
    const { inReplay, questions } = this.#scope;
    const isBatch = program === undefined && inReplay?.program !== undefined;
    return (isBatch ? questions?.more : undefined) ?? this.#more;
  }

  /** Neither this call nor one around it uses up its time. */
  async #whileAsking<T>(work: () => Promise<T>): Promise<T> {
    const { alarm, deadline, questions } = this.#scope;
    if (this.#asked++ === 0) {
      this.#askedSince = monotonicMs();
      if (deadline !== undefined) alarm.delete(deadline);
    }
    try {
      return await (questions?.whileAsking === undefined ? work() : questions.whileAsking(work));
    } finally {
      if (--this.#asked === 0 && deadline !== undefined && this.#scope.deadline === deadline) {
        deadline.dueMs += monotonicMs() - this.#askedSince;
        alarm.add(deadline);
      }
    }
  }

  get #isStep(): boolean {
    return this.#scope.inReplay?.isStep ?? this.#scope.depth === 0;
  }
}

const NO_TOOLS: ReadonlyMap<string, Tool> = new Map();

/** Says first that the call runs again: where that cannot be stored, it does not. Never rejects. */
async function admitAgain({ call, scope, known }: Pick<CallToMake, "call" | "scope" | "known">): Promise<Judged> {
  try {
    await tellRetry(call.name, known, scope);
  } catch (error) {
    return { call, key: undefined, repairs: undefined, progress: { stage: "unrecorded", error } };
  }
  return admit({ call, scope });
}

/** What an earlier process was told of a stop by the calls inside: nothing begins after it. */
function stopOf({ replayed = new Map(), toolCallId }: Scope): HaltReason | undefined {
  for (const { parentId, decision, end } of replayed.values()) {
    if (parentId !== toolCallId) continue;
    if (end?.stop !== undefined) return end.stop;
    if (isStop(decision)) return "denied";
  }
  return undefined;
}

interface Asking {
  readonly isStep: boolean;
  readonly program: CallOfProgram | undefined;
  /** Where a program made the call around it. */
  readonly around: InReplay["program"];
}

async function inReplayOf(call: DecodedCall, scope: Scope, { isStep, program, around }: Asking): Promise<InReplay> {
  const { name, decoded } = call;
  const { scrubber, parentId: programId = "" } = scope;
  const text = textOf(scrubber.name(name), decoded.ok ? scrubber.json(decoded.value) : decoded.reason);
  const hash = await sha256Of(text);
  const line = present({ line: program?.line });
  return {
    hash,
    isStep,
    program: program === undefined ? around : { caller: "program", programId, ...line },
    notesOf: (start) => ({ ...(textOf(start.toolName, start.arguments) === text ? {} : { asked: hash }), ...line }),
    toStore: wholeWhereItFits,
  };
}

/**
 * UTF-8 bytes of an output, as JSON, that the end of a call inside a tool that replays holds at most. What is kept of
 * parts does not say where one of them ends: it is the end that holds them.
 */
const MOST_STORED = { text: 256 * 1024, json: 256 * 1024, parts: 6 * 1024 * 1024 };

function wholeWhereItFits(made: ForModel): ForModel {
  const { view, result } = made;
  if (view.output === result.output) return made;
  if (utf8Length(JSON.stringify(result.output)) > MOST_STORED[result.output.type]) return { ...made, isLost: true };
  return { ...made, view: { ...view, output: result.output }, plain: false };
}

function textOf(name: string, args: Json): string {
  return canonicalJson([name, args]);
}

/** The name and the arguments, as a hash, by which an earlier process was asked for the call. */
async function hashOfRecorded({ start }: RecordedSubCall): Promise<string> {
  return start.asked ?? sha256Of(textOf(start.toolName, start.arguments));
}

/** A program that has ended needs nothing more. */
function refuseUnneeded(program: CallOfProgram | undefined): Ended | undefined {
  if (!program?.isLeft) return undefined;
  return refuse({ code: "skipped", message: "The program ended before this call began, and did not wait for it." });
}

/** Of a call that has ended a program is given what it was given then. */
function endedAsBefore({ result, durationMs, stop }: EventData["tool_call_end"]): Ended {
  return { stage: "ended", how: "returned", result, durationMs, stop };
}
