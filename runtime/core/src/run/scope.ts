import type { Alarm, Due } from "../async/alarm.ts";
import type { ActivitySink } from "../journal/activity-sink.ts";
import type { CallPreview } from "../journal/call-preview.ts";
import type { ApprovalRequest, EventData, Reach } from "../journal/event.ts";
import type { RecordedDecision, RecordedSubCall } from "../journal/recorded-call.ts";
import type { CallIds } from "../model/call-ids.ts";
import type { ToolMap } from "../registry/tool-map.ts";
import type { OutputCache } from "../result/output-cache.ts";
import type { Scrubber } from "../secrets/scrubber.ts";
import type { Conversation } from "../tool/conversation.ts";
import type { GivenResolve } from "../tool/dependency.ts";
import type { Foreseen } from "../tool/foreseen.ts";
import type { Logger } from "../tool/logger.ts";
import type { RestingPlace } from "../tool/resting.ts";
import type { Tool, ToolContext } from "../tool/tool.ts";
import type {
  ApprovalAnswer,
  DecodedCall,
  Ended,
  ForModel,
  Halt,
  Middleware,
  ReadCall,
  SettledCall,
} from "./call-states.ts";
import type { ApprovalQueue, Approver, CallAbout } from "./policy.ts";
import type { CallOfProgram } from "./program-call.ts";
import type { LoopGuard, RunMemory } from "./run-memory.ts";
import type { RunnerOptions } from "./runner-options.ts";

/**
 * Everything a call runs under, in one bag: what its runner was made with, what its run remembers, which tools its step
 * has, and its own id and signal. A runner makes one, and every step and call has a narrower copy.
 */
export interface Scope {
  /** What the runner was given: a default is filled in where its option is read. */
  readonly options: RunnerOptions;
  readonly registry: ToolMap;
  readonly activity: ActivitySink;
  readonly scrubber: Scrubber;
  readonly logger: Logger;
  readonly deps: ToolContext["deps"];
  readonly ids: CallIds;
  readonly approvals: ApprovalQueue;
  /** Rings for the calls whose time is up. */
  readonly alarm: Alarm;
  readonly middleware: readonly Middleware[];
  /** Where long outputs are kept. `false`: nowhere. Undefined: in memory, from the first one on. */
  readonly outputs: { cache: OutputCache | false | undefined };
  readonly now: () => Date;
  /** Takes a call inside a call through all phases. Never rejects. */
  readonly execute: Execute;
  /** Opens the calls inside a call of a tool that replays; undefined where their code cannot be loaded. */
  readonly callsInside: (scope: Scope) => Promise<CallsInside | undefined>;
  readonly conversation: Conversation;

  readonly runId: string;
  /** What the run remembers between calls; a call outside a run has none. */
  readonly memory: RunMemory | undefined;

  readonly signal: AbortSignal | undefined;
  /** Set when nothing of this step may start any more. */
  readonly halt: Halt;
  /** The whole active set of this step; undefined: everything registered. */
  readonly active: ReadonlyMap<string, Tool> | undefined;
  /** What the registry held when the step began: an active tool of these runs in the version that is registered now. */
  readonly registered: readonly Tool[] | undefined;
  /** Tools that only this call can name: those of the tool that made it. They come before the active ones. */
  readonly subTools: readonly Tool[] | undefined;
  /** Answers `ctx.resolve` in place of the runner. */
  readonly resolve: GivenResolve | undefined;
  /** Who answers questions. */
  readonly approver: Approver | undefined;
  /** Who hears live output beside the stream. */
  readonly onOutput: ((chunk: string) => void) | undefined;

  readonly toolCallId: string;
  readonly attempt: number;
  /** The call that made this one: at depth 0 a program that the provider runs. */
  readonly parentId: string | undefined;
  /** 0 for a model's call, one more for every call inside a call. */
  readonly depth: number;
  readonly resumed: ResumedCall | undefined;
  /** What a journal holds of the calls inside calls, for the tools that run again to go on behind theirs. */
  readonly replayed: Map<string, RecordedSubCall> | undefined;
  /** Of a call inside a tool that replays: how it was asked for, and how its events say so. */
  readonly inReplay: InReplay | undefined;
  /** Given by its step to a call that shares its time with others; a call inside a call has none. */
  place: RestingPlace | undefined;
  /** Given by its step to each of its calls; a call inside a call has none. */
  questions: CallQuestions | undefined;
  /** While it runs: the moment in which its time is up. */
  deadline: Due | undefined;
  /** While a call is previewed: what is known by then. */
  readonly foreseen: Foreseen | undefined;
}

/** A call inside a tool that replays, as it was asked for, before it was mended. */
export interface InReplay {
  /** Where a program made it. */
  readonly program?: Extract<CallAbout, { caller: "program" }> | undefined;
  /** SHA-256 of its name and its masked arguments. */
  readonly hash: string;
  /** Whether it is a step of the engine under the run: no call around it is one. */
  readonly isStep: boolean;
  /** What the start of the call says besides. */
  notesOf(start: EventData["tool_call_start"]): Partial<EventData["tool_call_start"]>;
  /** What the end of the call says of its result: whole where that is not too much. */
  toStore(made: ForModel): ForModel;
}

/** What a journal already holds of a call that a crash cut off. */
export interface ResumedCall {
  readonly started: boolean;
  /** Its start says that its tool replays. */
  readonly replays?: boolean;
  readonly approvalId?: string;
  readonly expiresAt?: number;
  /** What was asked under that id, where that is known: an answer to something else counts for nothing. */
  readonly question?: ApprovalRequest;
  readonly decision?: RecordedDecision;
}

/** What a question shows, and the name under which an answer may speak of exactly that. */
export interface QuestionPreview {
  /** SHA-256 over the tool, its arguments, what is shown, and the state that this is of. */
  readonly hash: string;
  readonly shows: CallPreview | undefined;
  /** What this call, and those that were previewed before it, would leave. */
  readonly left: Foreseen["left"];
}

/** A question about one call. */
export interface ApprovalQuestion {
  readonly read: ReadCall;
  readonly reason: string | undefined;
  readonly reach?: Reach | undefined;
  readonly preview: QuestionPreview;
  readonly scope: Scope;
}

/** The answers of one program: some count for more than one of its calls. */
export interface SharedAnswers {
  /** Which tool a call of an earlier process is of. */
  knows(toolCallId: string, tool: Tool | undefined): void;
  /** The answer of an earlier question that counts for this call; undefined where a person has to be asked. */
  allows(question: ApprovalQuestion): Promise<ApprovalAnswer | undefined>;
  /** Asks a person, unless an answer to another question comes first that counts for this one. */
  ask(question: ApprovalQuestion, approver: Approver): Promise<ApprovalAnswer | Ended>;
}

/** The questions of a step, as each of its calls has them. */
export interface CallQuestions {
  has(toolCallId: string): boolean;
  /** Asks about the call that has its turn, unless just that was asked before. */
  ask(question: ApprovalQuestion, approver: Approver): Promise<ApprovalAnswer | Ended>;
  /** What an answer to the question about a call came to; undefined while there is none. */
  answerOf(toolCallId: string): ApprovalAnswer | Ended | undefined;
  /** Does work in which a person is asked: the calls around it do not use up their time meanwhile. */
  whileAsking?<T>(work: () => Promise<T>): Promise<T>;
  /** Of a program. */
  readonly more?: SharedAnswers;
  /** Takes back the question about a call that has had its turn. Returns the id of a question that was told. */
  drop(toolCallId: string): string | undefined;
}

/** Runs a decoded call. Never rejects. */
export type Execute = (call: DecodedCall, scope: Scope) => Promise<SettledCall>;

/** The calls inside one call of a tool that replays. */
export interface CallsInside {
  /** `scope` is that of the call inside. Never rejects. */
  call(call: DecodedCall, scope: Scope, program?: CallOfProgram): Promise<SettledCall | Ended>;
}

/** A narrower scope. */
export function narrowed(scope: Scope, change: Partial<Scope>): Scope {
  return { ...scope, ...change };
}

/** The scope of a step's call that is made for the first time. `parentId`: the provider's program that makes it. */
export function callScope(step: Scope, toolCallId: string, parentId?: string): Scope {
  return { ...step, toolCallId, parentId };
}

/** The program, run by the provider of the model, that makes a call; undefined where the model itself does. */
export function programOf({ depth, parentId }: Scope): string | undefined {
  return depth === 0 ? parentId : undefined;
}

/** A read inside a tool that replays: only what is no read waits until all before it is stored. */
export function isCheap({ effects }: Tool, { inReplay, memory }: Scope): boolean {
  return inReplay !== undefined && memory?.run !== undefined && effects.kind === "read";
}

/** Whether a call goes on behind the calls that it has made; one that began when its tool did not replay does not. */
export function goesOnBehindCalls({ spec }: Tool, { resumed }: Scope): boolean {
  return spec.replays === true && (resumed?.started !== true || resumed.replays === true);
}

/** Only a model's own calls are guarded: what happens inside them, or in programs, is up to those. */
export function loopGuardOf({ options, parentId, memory }: Scope): LoopGuard | undefined {
  return parentId === undefined && options.loopGuard !== false ? memory?.guard : undefined;
}
