import type { JsonObject, Usage } from "@toolwright/core";
import { type Frame, usageOf } from "../frames/frame.ts";
import { isFields, listIn, numberIn, textIn } from "../wire/fields.ts";
import { type RunFailure, runFailureIn } from "../wire/run-failure.ts";
import { isText, saidIn } from "../wire/said-message.ts";
import type {
  AssistantThreadMessage,
  ContextUse,
  SaidMessage,
  ThreadCall,
  ThreadPart,
  ThreadWarning,
} from "../wire/thread-message.ts";
import { callWith } from "./call-with.ts";
import { type ModelWait, modelWaitIn } from "./model-wait.ts";
import { partsWithout } from "./parts-without.ts";
import { usageSum } from "./usage-sum.ts";

/** Where a run can be taken up again: what was there, and as it was then the parts that have changed since. */
interface Checkpoint {
  readonly seq: number;
  readonly parts: number;
  readonly warnings: number;
  readonly changed: Map<number, ThreadPart>;
}

/** What is known of a run before its first frame. Times are milliseconds since 1970. */
export interface RunFoldOptions {
  readonly runId: string;
  readonly createdAt: number;
  readonly model?: string;
}

/**
 * The frames of one run, added up to a message. A frame costs as much as it brings, and parts that have not changed
 * stay the same objects.
 */
export class RunFold {
  readonly #options: RunFoldOptions;
  readonly #parts: ThreadPart[] = [];
  /** Where each call stands among the parts. */
  readonly #places = new Map<string, number>();
  /** Places of calls that were begun and never became one. */
  readonly #dropped = new Set<number>();
  readonly #warnings: ThreadWarning[] = [];
  #wait: ModelWait = {};
  #isTextOpen = false;
  #checkpoint: Checkpoint = { seq: 0, parts: 0, warnings: 0, changed: new Map() };
  #about: {
    runId: string;
    threadId?: string;
    stopReason?: string;
    changed?: boolean;
    usage?: Usage;
    error?: string | undefined;
    reason?: string;
    failure?: RunFailure;
  };
  #waiting: readonly SaidMessage[] = [];
  #context: ContextUse | undefined;
  readonly #lateUsage: Usage[] = [];
  #isOver = false;
  /** Where the newest step begins among the parts. */
  #step = { messageId: "", place: 0 };

  constructor(options: RunFoldOptions) {
    this.#options = options;
    this.#about = { runId: options.runId };
  }

  get runId(): string {
    return this.#about.runId;
  }

  /** The thread that the stream says it is of. */
  get threadId(): string | undefined {
    return this.#about.threadId;
  }

  /** The number of the last event after which the stream can be taken up. */
  get seq(): number {
    return this.#checkpoint.seq;
  }

  /** Whether the last frame was heard. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** `time`: when what it tells of happened, as far as that is known. */
  add(frame: Frame, time: number): void {
    // Whatever else the model or the run does, the wait is over.
    if (frame.code !== "note") this.#wait = {};
    switch (frame.code) {
      case "text":
      case "reasoning":
        this.#addText(frame.code, frame.text);
        break;
      case "call":
        this.#begin(frame, time);
        break;
      case "arguments":
      case "result":
        this.#change(frame.toolCallId, frame, time);
        break;
      case "step":
        this.#beginStep(frame.messageId);
        break;
      case "step-end":
        this.#isTextOpen = false;
        break;
      case "data":
        this.#addData(frame, time);
        break;
      case "note":
        this.#note(frame.note);
        break;
      case "error":
        this.#about.error = frame.text;
        break;
      case "finish":
        this.#about.usage ??= frame.usage;
        this.#isOver = true;
    }
  }

  /** Forgets what came after the last number: a stream that is taken up from there sends it again. */
  rewind(): void {
    const { parts, warnings, changed } = this.#checkpoint;
    this.#cut(parts);
    for (const [place, part] of changed) this.#parts[place] = part;
    changed.clear();
    this.#warnings.splice(warnings);
    this.#isTextOpen = false;
    this.#about.error = undefined;
  }

  /** A call as it is now. */
  call(toolCallId: string): ThreadCall | undefined {
    const part = this.#parts[this.#places.get(toolCallId) ?? -1];
    return part?.type === "tool-call" ? part : undefined;
  }

  /** The message as it is now. */
  message(): AssistantThreadMessage {
    const { createdAt, model = "" } = this.#options;
    const { runId, stopReason, error, reason, failure, changed } = this.#about;
    const usage = this.#about.usage && this.#lateUsage.reduce(usageSum, this.#about.usage);
    return {
      role: "assistant",
      id: runId,
      runId,
      createdAt,
      model,
      parts: [...this.#parts],
      ...(this.#isOver ? { stopReason: stopReason ?? "", ...(usage === undefined ? {} : { usage }) } : {}),
      ...(changed === undefined ? {} : { changed }),
      ...(error === undefined ? {} : { error }),
      ...(reason === undefined ? {} : { reason }),
      ...(failure === undefined ? {} : { failure }),
      ...(this.#warnings.length === 0 ? {} : { warnings: [...this.#warnings] }),
      ...(this.#context === undefined ? {} : { context: this.#context }),
      ...this.#wait,
      ...(this.#waiting.length === 0 ? {} : { waiting: this.#waiting }),
    };
  }

  /** A step that begins again, as after a crash, takes the place of its first beginning. */
  #beginStep(messageId: string): void {
    this.#isTextOpen = false;
    if (this.#step.messageId === messageId) this.#cut(Math.min(this.#step.place, this.#parts.length));
    this.#step = { messageId, place: this.#parts.length };
  }

  #cut(length: number): void {
    for (const part of this.#parts.splice(length)) {
      if (part.type !== "tool-call") continue;
      this.#dropped.delete(this.#places.get(part.toolCallId) ?? -1);
      this.#places.delete(part.toolCallId);
    }
  }

  /** How many parts the message has as its journal tells it. */
  get parts(): number {
    return this.#dropped.size === 0 ? this.#parts.length : this.storedMessage().parts.length;
  }

  /** The message as its journal tells it: without calls that were begun and never became one. */
  storedMessage(): AssistantThreadMessage {
    return this.#dropped.size === 0
      ? this.message()
      : { ...this.message(), parts: partsWithout(this.#parts, this.#dropped) };
  }

  #addText(type: "text" | "reasoning", text: string): void {
    const place = this.#parts.length - 1;
    const last = this.#parts[place];
    if (this.#isTextOpen && last !== undefined && isText(last) && last.type === type)
      this.#set(place, { type, text: last.text + text });
    else this.#parts.push({ type, text });
    this.#isTextOpen = true;
  }

  #begin({ toolCallId, toolName, parentId }: Extract<Frame, { code: "call" }>, time: number): void {
    const place = this.#places.get(toolCallId);
    const known = place === undefined ? undefined : this.#parts[place];
    // A stream that was taken up tells the arguments again.
    if (place !== undefined && known?.type === "tool-call") {
      this.#set(place, { ...known, args: {}, argsText: "" });
      return;
    }
    const about = parentId === undefined ? {} : { parentId };
    const call: ThreadCall = {
      type: "tool-call",
      toolCallId,
      toolName,
      args: {},
      argsText: "",
      startedAt: time,
      ...about,
    };
    this.#places.set(toolCallId, this.#parts.length);
    this.#parts.push(call);
  }

  #change(toolCallId: string, frame: Frame, time: number): void {
    const place = this.#places.get(toolCallId);
    const call = this.call(toolCallId);
    if (place !== undefined && call !== undefined) this.#set(place, callWith(call, frame, time));
  }

  #set(place: number, part: ThreadPart): void {
    const { parts, changed } = this.#checkpoint;
    const known = this.#parts[place];
    if (place < parts && known !== undefined && !changed.has(place)) changed.set(place, known);
    this.#parts[place] = part;
  }

  #addData(frame: Extract<Frame, { code: "data" }>, time: number): void {
    const { name, data } = frame;
    this.#wait = modelWaitIn(name, data);
    if (name === "warning") {
      this.#warnings.push({ code: textIn(data, "code") ?? "", message: textIn(data, "message") ?? "" });
    }
    if (name === "compacted") this.#compact(data);
    if (name === "steered") this.#hear(data);
    if (name === "steer-queue") this.#waiting = listIn(data, "waiting").flatMap(saidIn);
    // What a call used in the background after its run was done.
    if (name === "async-result" && isFields(data.usage)) this.#lateUsage.push(usageOf(data.usage));
    const toolCallId = textIn(data, "toolCallId") ?? "";
    const place = this.#places.get(toolCallId);
    if (name === "tool-dropped" && place !== undefined) this.#dropped.add(place);
    this.#change(toolCallId, frame, time);
  }

  #compact(data: JsonObject): void {
    this.#isTextOpen = false;
    const [before = 0, after = 0] = [numberIn(data, "before"), numberIn(data, "after")];
    this.#parts.push({ type: "compacted", summary: textIn(data, "summary") ?? "", before, after });
  }

  #hear(data: JsonObject): void {
    this.#isTextOpen = false;
    for (const said of saidIn(data)) {
      this.#parts.push({ type: "steered", ...said });
      this.#waiting = this.#waiting.filter(({ messageId }) => messageId !== said.messageId);
    }
  }

  #note(note: JsonObject): void {
    const [threadId, runId] = [textIn(note, "threadId"), textIn(note, "runId")];
    const [stopReason, reason] = [textIn(note, "stopReason"), textIn(note, "reason")];
    if (threadId !== undefined) this.#about.threadId = threadId;
    if (runId !== undefined) this.#about.runId = runId;
    if (stopReason !== undefined) this.#about.stopReason = stopReason;
    if (reason !== undefined) this.#about.reason = reason;
    const failure = runFailureIn(note.failure);
    if (failure !== undefined) this.#about.failure = failure;
    if (typeof note.changed === "boolean") this.#about.changed = note.changed;
    if (isFields(note.usage)) this.#about.usage = usageOf(note.usage);
    if (isFields(note.context)) this.#context = contextIn(note.context);
    const seq = numberIn(note, "seq");
    if (seq === undefined) return;
    const [parts, warnings] = [this.#parts.length, this.#warnings.length];
    this.#checkpoint = { seq, parts, warnings, changed: new Map() };
  }
}

function contextIn(data: object): ContextUse {
  const window = numberIn(data, "window");
  const tokens = numberIn(data, "tokens") ?? 0;
  return window === undefined ? { tokens } : { tokens, window };
}
