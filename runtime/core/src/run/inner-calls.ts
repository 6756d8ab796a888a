// The calls inside one call of a tool that replays. Loaded by the first of them.

import type { EventData } from "../journal/event.ts";
import type { RecordedSubCall } from "../journal/recorded-call.ts";
import { canonicalJson } from "../json/canonical-json.ts";
import type { Json } from "../json/json.ts";
import { sha256Of } from "../model/sha256.ts";
import { failure } from "../result/failure.ts";
import { utf8Length } from "../text/utf8-length.ts";
import type { Tool } from "../tool/tool.ts";
import { askAlone } from "./approval.ts";
import { admit, settle, skipCall } from "./call.ts";
import {
  type DecodedCall,
  type Ended,
  endedAs,
  type ForModel,
  type HaltReason,
  type SettledCall,
} from "./call-states.ts";
import { LOST_RESULT, resultLost } from "./lost-result.ts";
import { findTool } from "./read.ts";
import { refuseHalted } from "./refusals.ts";
import { isReplayed, isStop, refusalOfResumed, resumedScope, tellRetry } from "./resumed-call.ts";
import { type AskedAs, type AskedTogether, type CallsInside, narrowed, type Scope } from "./scope.ts";
import { type Turn, Turns } from "./turns.ts";

/**
 * Gives each call the place of its number: what an earlier process has seen the end of is given again, what had not
 * begun is made, and each takes its turn.
 */
export class InnerCalls implements CallsInside {
  readonly #scope: Scope;
  readonly #turns: Turns;
  /** How the calls end from here on: what an earlier process had seen cannot be gone on from. */
  #diverged: Ended | undefined;

  /** For the call that this scope belongs to. */
  constructor(scope: Scope) {
    this.#scope = scope;
    this.#turns = new Turns(Math.max(1, scope.options.maxConcurrency ?? DEFAULT_CONCURRENCY));
    scope.halt.why ??= stopOf(scope);
  }

  /** `scope`: that of the call inside. Never rejects. */
  async call(call: DecodedCall, scope: Scope): Promise<SettledCall | Ended> {
    const turn = this.#turns.take();
    try {
      if (this.#diverged !== undefined) return this.#diverged;
      const asked = await askedAs(call, scope, this.#isStep);
      const known = this.#scope.replayed?.get(scope.toolCallId);
      if (known !== undefined && (await hashOfRecorded(known)) !== asked.hash) {
        this.#diverged ??= diverged(call, known, this.#scope);
        return this.#diverged;
      }
      if (known?.end?.isLost) this.#diverged ??= resultLost(known.end);
      if (known?.end !== undefined) return this.#diverged ?? endedAsBefore(known.end);
      this.#scope.replayed?.delete(scope.toolCallId);
      const halted = known === undefined ? refuseHalted(scope.halt) : undefined;
      if (halted !== undefined) return halted;
      const inner = resumedScope(narrowed(scope, { asked, questions: questionsIn(turn) }), known);
      const lost = known && this.#refusalOf(call, inner, known);
      if (lost !== undefined) return await skipCall({ call, scope: inner }, lost);
      await tellRetry(call.name, known, inner);
      const judged = await admit({ call, scope: inner });
      if (judged.progress.stage !== "authorised") return await settle(judged, inner);
      await turn.begin(sharesTime(judged.progress.tool));
      const settled = await settle({ ...judged, progress: this.#diverged ?? judged.progress }, inner);
      if (settled.result.error?.reason === LOST_RESULT) this.#diverged ??= resultLost(settled);
      return settled;
    } finally {
      turn.end();
    }
  }

  #refusalOf({ name, decoded }: DecodedCall, scope: Scope, known: RecordedSubCall): Ended | undefined {
    const tool = findTool(name, scope);
    const isKept = scope.memory?.carry !== undefined && this.#isStep && known.start.replays !== true;
    const isAgain = tool?.effects.idempotent === true || isReplayed(tool, known);
    const isStopped = scope.signal?.aborted === true || scope.halt.why !== undefined;
    const argumentsText = decoded.ok ? JSON.stringify(decoded.value) : "";
    return refusalOfResumed({ known, argumentsText, mayRunAgain: (isKept || isAgain) && !isStopped });
  }

  get #isStep(): boolean {
    return this.#scope.asked?.isStep ?? this.#scope.depth === 0;
  }
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

/** How many calls run together, of reads and of `concurrent` tools. */
const DEFAULT_CONCURRENCY = 8;

/** As a step has it: a declared read shares its time with others, and so does a tool that sees to it itself. */
function sharesTime({ effects, spec }: Tool): boolean {
  return effects.kind === "read" || spec.concurrent === true;
}

/** A person is asked at once, whatever else they are asked; meanwhile the calls behind this one go on. */
function questionsIn(turn: Turn): AskedTogether {
  return {
    has: () => false,
    ask: (question, approver) => turn.whileAsking(() => askAlone(question, approver)),
    answerOf: () => undefined,
    drop: () => undefined,
  };
}

async function askedAs({ name, decoded }: DecodedCall, { scrubber }: Scope, isStep: boolean): Promise<AskedAs> {
  const text = textOf(scrubber.name(name), decoded.ok ? scrubber.json(decoded.value) : decoded.reason);
  return {
    hash: await sha256Of(text),
    isStep,
    isShownBy: (start) => textOf(start.toolName, start.arguments) === text,
    toStore: wholeWhereItFits,
  };
}

/** UTF-8 bytes of an output, as JSON, that the end of a call inside a tool that replays holds at most. */
const MOST_STORED = 256 * 1024;

function wholeWhereItFits(made: ForModel): ForModel {
  const { view, result } = made;
  if (view.output === result.output) return made;
  if (utf8Length(JSON.stringify(result.output)) > MOST_STORED) return { ...made, isLost: true };
  return { ...made, view: { ...view, output: result.output }, plain: false };
}

function textOf(name: string, args: Json): string {
  return canonicalJson([name, args]);
}

/** As what an earlier process was asked for the call. */
async function hashOfRecorded({ start }: RecordedSubCall): Promise<string> {
  return start.asked ?? sha256Of(textOf(start.toolName, start.arguments));
}

/** Of a call that has ended a program is given what it was given then. */
function endedAsBefore({ result, durationMs, stop }: EventData["tool_call_end"]): Ended {
  return { stage: "ended", how: "returned", result, durationMs, stop };
}

function diverged({ name }: DecodedCall, { start }: RecordedSubCall, { scrubber, toolCallId }: Scope): Ended {
  const message = `After a restart ${toolCallId} made another call (${scrubber.name(name)}) where ${start.toolName} is recorded. Nothing more was run.`;
  return endedAs("failed", failure({ code: "execution_failed", reason: "program_diverged", message }));
}
