import type { ThreadMessageLike } from "@assistant-ui/react";
import { type Fields, textIn } from "../server/frame.ts";
import { LiveOutput } from "./live-output.ts";

/** One part of a message as assistant-ui takes it. */
export type MessagePart = Exclude<ThreadMessageLike["content"], string>[number];
export type CallPart = Extract<MessagePart, { type: "tool-call" }>;
type Approval = NonNullable<CallPart["approval"]>;

/** A call of a run that is still arriving. */
export class DraftCall {
  readonly type = "tool-call";
  readonly toolCallId: string;
  readonly #toolName: string;
  readonly #parentId: string | undefined;
  readonly #startedAt: number;
  readonly output = new LiveOutput();
  #argsText = "";
  #settled: Pick<CallPart, "result" | "isError" | "artifact"> | undefined;
  #approval: Approval | undefined;
  #question: Fields | undefined;
  #decision: Fields | undefined;
  #end: Fields | undefined;
  #late: Fields | undefined;
  #shown: readonly MessagePart[] | undefined;

  constructor(call: { toolCallId: string; toolName: string; parentId?: string; startedAt: number }) {
    this.toolCallId = call.toolCallId;
    this.#toolName = call.toolName;
    this.#parentId = call.parentId;
    this.#startedAt = call.startedAt;
  }

  /** A stream that was taken up tells the arguments again. */
  restart(): void {
    this.#argsText = "";
    this.#changed();
  }

  addArguments(delta: string): void {
    this.#argsText += delta;
    this.#changed();
  }

  addOutput(chunk: string): void {
    this.output.add(chunk);
    this.#changed();
  }

  /** Forgets output that will be sent again. */
  forgetOutputAfter(length: number): void {
    this.output.backTo(length);
    this.#changed();
  }

  settle(outcome: { result: unknown; isError: boolean; artifact?: unknown }): void {
    const { result, isError, artifact } = outcome;
    // Undefined would leave the part open.
    this.#settled = { result: result ?? null, isError, ...(artifact === undefined ? {} : { artifact }) };
    // Nobody has answered, and nobody can any more.
    if (this.#approval?.approved === undefined && this.#approval !== undefined) {
      this.#approval = { ...this.#approval, resolution: "cancelled" };
    }
    this.#changed();
  }

  end(data: Fields): void {
    this.#end = data;
    this.#changed();
  }

  /** What came back from the background. */
  addLate(data: Fields): void {
    this.#late = data;
    this.#changed();
  }

  ask(data: Fields): void {
    const reason = textIn(data, "reason");
    this.#question = data;
    this.#approval = { id: textIn(data, "approvalId"), ...(reason === "" ? {} : { prompt: reason }) };
    this.#changed();
  }

  decide(data: Fields): void {
    if (this.#approval === undefined || data.ignored !== undefined) return;
    const reason = textIn(data, "reason");
    this.#decision = data;
    this.#approval = { ...this.#approval, approved: data.approve === true, ...(reason === "" ? {} : { reason }) };
    this.#changed();
  }

  /** The part, and what else is known of the call as data parts: the same as in any other assistant-ui app. */
  shown(): readonly MessagePart[] {
    this.#shown ??= [this.#part(), ...this.#data()];
    return this.#shown;
  }

  #part(): CallPart {
    const durationMs = this.#end?.durationMs;
    const completedAt = typeof durationMs === "number" ? { completedAt: this.#startedAt + durationMs } : {};
    return {
      type: "tool-call",
      toolCallId: this.toolCallId,
      toolName: this.#toolName,
      argsText: this.#argsText,
      timing: { startedAt: this.#startedAt, ...completedAt },
      ...this.#settled,
      ...(this.#parentId === undefined ? {} : { parentId: this.#parentId }),
      ...(this.#approval === undefined ? {} : { approval: this.#approval }),
    };
  }

  #data(): readonly MessagePart[] {
    const { toolCallId, output } = this;
    return [
      ...(output.length === 0 ? [] : [dataPart("tool-output", { toolCallId, chunk: output.text })]),
      ...(this.#question === undefined ? [] : [dataPart("approval-request", this.#question)]),
      ...(this.#decision === undefined ? [] : [dataPart("approval-decision", this.#decision)]),
      ...(this.#end === undefined ? [] : [dataPart("tool-end", this.#end)]),
      ...(this.#late === undefined ? [] : [dataPart("async-result", this.#late)]),
    ];
  }

  #changed(): void {
    this.#shown = undefined;
  }
}

type DataName = "tool-output" | "tool-end" | "approval-request" | "approval-decision" | "async-result" | "warning";

/** Something that is known of a call and is no part of what the model reads. */
export function dataPart(name: DataName, data: Fields): MessagePart {
  return { type: "data", name, data };
}
