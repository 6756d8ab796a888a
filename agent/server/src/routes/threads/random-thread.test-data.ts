import { ActivityStream, type JournalEvent } from "@toolwright/core";
import fc from "fast-check";

const result = (text: string, async = false) => {
  return { output: { type: "text" as const, text }, silent: false, isError: false, async };
};
const REACH = { files: "file", network: false, undo: true } as const;
const USAGE = { inputTokens: 1, outputTokens: 2 };

/** A call whose work goes on behind it. */
interface OpenCall {
  readonly toolCallId: string;
  readonly runId: string;
  /** Also the runs of agents, which have events of their own. */
  readonly parentId: string | undefined;
}

type EventAbout = NonNullable<Parameters<ActivityStream["emit"]>[2]>;

/** A thread as no one run of a test makes it: work in the background goes on at any place behind its call. */
export const randomThread: fc.Arbitrary<Promise<readonly JournalEvent[]>> = fc
  .array(fc.nat({ max: 1_000 }), { minLength: 30, maxLength: 300 })
  .map((numbers) => new RandomThread(numbers).events());

class RandomThread {
  readonly #numbers: readonly number[];
  readonly #events: JournalEvent[] = [];
  readonly #stream = new ActivityStream();
  #place = 0;
  #count = 0;
  /** The run that goes on, as long as its model may still hear of what comes back from the background. */
  #run: string | undefined;
  #background: OpenCall[] = [];
  #inside: OpenCall[] = [];

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
    this.#stream.subscribe("*", (event) => this.#events.push(event));
  }

  async events(): Promise<readonly JournalEvent[]> {
    while (this.#place < this.#numbers.length) await this.#addRun();
    await this.#stream.sync();
    return this.#events;
  }

  /** A number below `count`. */
  #pick(count: number): number {
    const number = this.#numbers[this.#place] ?? 0;
    this.#place += 1;
    return number % count;
  }

  #newId(name: string): string {
    this.#count += 1;
    return `${name}${this.#count}`;
  }

  async #addRun(): Promise<void> {
    const runId = this.#newId("run");
    const about = { runId };
    this.#run = runId;
    const input = [{ role: "user" as const, content: `Asked in ${runId}.` }];
    await this.#stream.emit("run_start", { input, model: "m", contextWindow: 1_000 }, about);
    const steps = 1 + this.#pick(5);
    for (let step = 0; step < steps; step += 1) {
      await this.#goOnBehind();
      await this.#addStep(step, about);
      if (this.#pick(3) === 0) await this.#stream.emit("warning", { code: "w", message: `${runId} ${step}` }, about);
    }
    this.#run = undefined;
    await this.#goOnBehind();
    if (this.#pick(6) === 0) this.#die();
    else await this.#stream.emit("done", { stopReason: "stop", iterations: steps, usage: USAGE, changed: true }, about);
    await this.#goOnBehind();
  }

  /** A process that dies stores no end of its run, and all that goes on in it ends. */
  #die(): void {
    this.#background = [];
    this.#inside = [];
  }

  async #addStep(step: number, about: EventAbout): Promise<void> {
    await this.#stream.emit("step_start", { step, activeTools: [] }, about);
    const ids = Array.from({ length: this.#pick(3) }, () => this.#newId("call"));
    const toolCalls = ids.map((id) => {
      return { id, type: "function" as const, function: { name: "look", arguments: '{"a":1}' } };
    });
    const message = { role: "assistant" as const, content: `Step ${step}.`, tool_calls: toolCalls };
    await this.#stream.emit("assistant_message", { message, finishReason: "tool_calls", usage: USAGE }, about);
    for (const id of ids) await this.#addCall(id, about);
    await this.#stream.emit("step_end", { step }, about);
  }

  async #addCall(toolCallId: string, { runId = "" }: EventAbout): Promise<void> {
    const call = { toolCallId, runId, parentId: undefined };
    await this.#start(call);
    if (this.#pick(3) === 0) await this.#ask(call);
    if (this.#pick(3) === 0) await this.#addInnerRun(toolCallId);
    const goesOn = this.#pick(2) === 0;
    if (this.#pick(4) === 0) await this.#beginInside({ toolCallId, runId, parentId: undefined });
    await this.#goOnBehind();
    await this.#end(call, goesOn);
    if (goesOn) this.#background.push(call);
  }

  /** An agent inside a call, whose own calls are no part of the thread. */
  async #addInnerRun(parentId: string): Promise<void> {
    const about = { runId: this.#newId("inner"), parentId };
    await this.#stream.emit("run_start", { input: [], model: "m" }, about);
    await this.#stream.emit("step_start", { step: 0, activeTools: [] }, about);
    const call = { toolCallId: this.#newId("call"), runId: about.runId, parentId };
    await this.#start(call);
    if (this.#pick(2) === 0) this.#inside.push(call);
    else await this.#end(call);
    await this.#stream.emit("step_end", { step: 0 }, about);
    await this.#stream.emit("done", { stopReason: "stop", iterations: 1, usage: USAGE }, about);
  }

  /** What goes on in the background, if anything does. */
  async #goOnBehind(): Promise<void> {
    for (let times = this.#pick(3); times > 0; times -= 1) {
      const call = this.#background[this.#pick(Math.max(1, this.#background.length))];
      const inside = this.#inside[this.#pick(Math.max(1, this.#inside.length))];
      const what = this.#pick(6);
      if (what === 0 && call !== undefined) await this.#tellResult(call);
      else if (what === 1 && call !== undefined) await this.#addInnerRun(call.toolCallId);
      else if (what === 2 && call !== undefined) await this.#beginInside(call);
      else if (what === 3 && inside !== undefined) await this.#ask(inside);
      else if (inside !== undefined) {
        this.#inside = this.#inside.filter((one) => one !== inside);
        await this.#end(inside);
      }
    }
  }

  async #beginInside({ toolCallId: parentId, runId }: OpenCall): Promise<void> {
    const call = { toolCallId: this.#newId("call"), runId, parentId };
    await this.#start(call);
    this.#inside.push(call);
    if (this.#pick(3) === 0) this.#background.push(call);
  }

  async #tellResult(call: OpenCall): Promise<void> {
    this.#background = this.#background.filter((one) => one !== call);
    const { toolCallId } = call;
    const isOpen = this.#run === call.runId;
    const data = { toolCallId, toolName: "look", result: result(`${toolCallId} late`), deliver: "both" as const };
    const about = { runId: isOpen ? call.runId : this.#newId("late"), parentId: toolCallId };
    await this.#stream.emit("async_result", { ...data, ...(!isOpen && { usage: USAGE }) }, about);
  }

  async #start({ toolCallId, ...about }: OpenCall): Promise<void> {
    const data = { toolCallId, toolName: "look", arguments: { a: 1 } };
    await this.#stream.emit("tool_call_start", data, { ...named(about), id: toolCallId });
  }

  async #end({ toolCallId, ...about }: OpenCall, async = false): Promise<void> {
    const data = { toolCallId, toolName: "look", success: true, result: result(`${toolCallId} ended`, async) };
    await this.#stream.emit(
      "tool_call_end",
      { ...data, durationMs: 5, reach: REACH },
      { ...named(about), id: toolCallId },
    );
  }

  async #ask({ toolCallId, ...about }: OpenCall): Promise<void> {
    const approvalId = this.#newId("question");
    const asked = { approvalId, toolCallId, toolName: "look", arguments: { a: 1 }, reason: "May it?" };
    await this.#stream.emit("approval_request", asked, named(about));
    await this.#goOnBehind();
    await this.#stream.emit("approval_decision", { approvalId, toolCallId, approve: true }, named(about));
  }
}

function named({ runId, parentId }: Pick<OpenCall, "runId" | "parentId">): EventAbout {
  return parentId === undefined ? { runId } : { runId, parentId };
}
