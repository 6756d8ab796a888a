import type { SessionUpdate, ToolCallUpdate } from "@agentclientprotocol/sdk";
import type { Json, JsonObject } from "@toolwright/core";
import { type Frame, RunFold } from "@toolwright/view";
import {
  isFields,
  numberIn,
  objectIn,
  type ProgramQuestion,
  programQuestion,
  saidIn,
  textIn,
  withoutLooks,
} from "@toolwright/view/internal";
import { changedPlaces, fencedContent, resultContent } from "./call-content.ts";
import { callShape, type ShownCall } from "./call-shape.ts";
import { endUpdates, saidUpdates } from "./history-updates.ts";
import { planIn } from "./plan.ts";
import { sourceContent } from "./program-content.ts";

/** What an editor can show. */
export interface UpdatesOptions {
  /** The folder that paths are relative to. */
  readonly root: string;
  /** It shows the output of commands as a terminal of the agent's own (`_meta.terminal_output` of its capabilities). */
  readonly showsTerminals: boolean;
  /** It shows notices. */
  readonly showsNotices: boolean;
}

interface OpenCall extends ShownCall {
  text: string;
  args: JsonObject;
  readonly parentId: string | undefined;
  /** It is a program. */
  replays?: true;
  /** The end of what it printed, for an editor without terminals. */
  tail: string;
  toldAt: number;
  hasPrinted: boolean;
}

/** A call that a person is asked about. */
export interface AskedCall extends ShownCall {
  readonly parentId: string | undefined;
  /** Where in its program it is, where one has made it. */
  readonly question?: ProgramQuestion | undefined;
}

/** Characters of live output that are shown again and again while it grows, and milliseconds between two times. */
const MAX_TAIL = 4_000;
const TAIL_MS = 250;

/** The frames of runs as updates of a session. Each costs what it brings. */
export class RunUpdates {
  readonly #options: UpdatesOptions;
  readonly #calls = new Map<string, OpenCall>();
  #fold = newFold();

  constructor(options: UpdatesOptions) {
    this.#options = options;
  }

  /** Another run begins, or is followed from its beginning. */
  begin(): void {
    this.#fold = newFold();
  }

  add(frame: Frame): SessionUpdate[] {
    this.#fold.add(frame, Date.now());
    switch (frame.code) {
      case "text":
        return frame.text === "" ? [] : [said("agent_message_chunk", frame.text)];
      case "reasoning":
        return frame.text === "" ? [] : [said("agent_thought_chunk", frame.text)];
      case "call":
        return this.#open(frame);
      case "arguments":
        return this.#arguments(frame);
      case "result":
        return this.#end(frame);
      case "data":
        return this.#beside(frame.name, frame.data);
      case "note":
        return endUpdates(frame.note);
      default:
        return [];
    }
  }

  /** What is known of a call that something is asked about. */
  about(toolCallId: string): AskedCall | undefined {
    const call = this.#calls.get(toolCallId);
    if (call?.program === undefined) return call;
    const { parts } = this.#fold.message();
    const question = programQuestion(
      parts.filter((part) => part.type === "tool-call"),
      toolCallId,
    );
    return { ...call, question };
  }

  #open({ toolCallId, toolName, parentId }: Frame & { code: "call" }): SessionUpdate[] {
    const around = this.#calls.get(parentId ?? "");
    const program = around?.replays === true ? around.toolName : undefined;
    const call = { toolName, parentId, program, text: "", args: {}, tail: "", toldAt: 0, hasPrinted: false };
    this.#calls.set(toolCallId, call);
    const { title, kind } = callShape(call, this.#options.root);
    const nested = parentId === undefined ? {} : { _meta: { toolwright: { parentId } } };
    return [{ sessionUpdate: "tool_call", toolCallId, title, kind, name: toolName, status: "pending", ...nested }];
  }

  #arguments({ toolCallId, delta, isLast }: Frame & { code: "arguments" }): SessionUpdate[] {
    const call = this.#calls.get(toolCallId);
    if (call === undefined) return [];
    call.text += delta;
    if (isLast !== true) return [];
    // Arguments that are no JSON object were refused, and are shown as none.
    return this.#written(toolCallId, call, objectIn(call.text) ?? {});
  }

  #written(toolCallId: string, call: OpenCall, args: JsonObject): SessionUpdate[] {
    call.args = args;
    const { root, showsTerminals } = this.#options;
    const shape = callShape(call, root);
    const terminal = showsTerminals && shape.kind === "execute";
    return [
      updated(toolCallId, {
        ...shape,
        rawInput: args,
        ...(terminal && {
          content: [{ type: "terminal", terminalId: toolCallId }],
          _meta: { terminal_info: { terminal_id: toolCallId, cwd: root } },
        }),
      }),
    ];
  }

  #end({ toolCallId, result, isError, artifact }: Frame & { code: "result" }): SessionUpdate[] {
    const call = this.#calls.get(toolCallId);
    const status = isError ? "failed" : "completed";
    const plan = call === undefined || isError ? undefined : planIn(call.toolName, call.args);
    const ended = this.#isTerminal(call)
      ? this.#endTerminal(toolCallId, { result, artifact, hasPrinted: call?.hasPrinted === true })
      : { content: [...(call ? sourceContent(call) : []), ...resultContent(result, artifact, this.#options.root)] };
    const places = changedPlaces(artifact, this.#options.root);
    const locations = places.length === 0 ? {} : { locations: places };
    return [
      updated(toolCallId, { status, rawOutput: result, ...locations, ...ended }),
      ...(plan === undefined ? [] : [plan]),
    ];
  }

  #isTerminal(call: OpenCall | undefined): boolean {
    if (call === undefined || !this.#options.showsTerminals) return false;
    return callShape(call, this.#options.root).kind === "execute";
  }

  #endTerminal(
    toolCallId: string,
    { result, artifact, hasPrinted }: { result: Json; artifact: Json | undefined; hasPrinted: boolean },
  ): Omit<ToolCallUpdate, "toolCallId"> {
    const exit = { exit_code: numberIn(artifact, "returnCode") ?? null, signal: textIn(artifact, "signal") ?? null };
    const text = typeof result === "string" ? result : (textIn(result, "message") ?? JSON.stringify(result));
    return {
      _meta: {
        // A command that was refused, or printed nothing while it ran, has its answer in place of live output.
        ...(!hasPrinted && { terminal_output: { terminal_id: toolCallId, data: inTerminal(text) } }),
        terminal_exit: { terminal_id: toolCallId, ...exit },
      },
    };
  }

  #beside(name: string, data: JsonObject): SessionUpdate[] {
    const toolCallId = textIn(data, "toolCallId");
    const call = toolCallId === undefined ? undefined : this.#calls.get(toolCallId);
    if (name === "warning") return this.#notice("warning", textIn(data, "message") ?? "Warning");
    if (name === "compacted") return this.#notice("info", "What was said before is summarised for the model.");
    if (name === "steered") return saidIn(data).flatMap(({ content }) => saidUpdates(content));
    if (toolCallId === undefined || call === undefined) return [];
    switch (name) {
      case "tool-start":
        return data.replays === true ? this.#isProgram(toolCallId, call) : [];
      case "tool-running":
        return [updated(toolCallId, { status: "in_progress" })];
      case "tool-arguments":
        return isFields(data.arguments)
          ? this.#written(toolCallId, call, objectIn(JSON.stringify(data.arguments)) ?? {})
          : [];
      case "tool-output":
        return this.#print(toolCallId, call, textIn(data, "chunk") ?? "");
      case "tool-dropped":
        return [updated(toolCallId, { status: "failed" })];
      case "async-result":
        return [updated(toolCallId, { content: resultContent(data.result ?? null, undefined, this.#options.root) })];
      default:
        return [];
    }
  }

  #isProgram(toolCallId: string, call: OpenCall): SessionUpdate[] {
    call.replays = true;
    return [updated(toolCallId, { content: sourceContent(call) })];
  }

  #print(toolCallId: string, call: OpenCall, chunk: string): SessionUpdate[] {
    call.hasPrinted = true;
    if (this.#isTerminal(call))
      return [
        updated(toolCallId, { _meta: { terminal_output: { terminal_id: toolCallId, data: inTerminal(chunk) } } }),
      ];
    call.tail = withoutLooks(call.tail + chunk).slice(-MAX_TAIL);
    const now = Date.now();
    if (now - call.toldAt < TAIL_MS) return [];
    call.toldAt = now;
    return [updated(toolCallId, { content: [...sourceContent(call), fencedContent(call.tail)] })];
  }

  #notice(severity: "info" | "warning", title: string): SessionUpdate[] {
    return this.#options.showsNotices ? [{ sessionUpdate: "notice", severity, title }] : [];
  }
}

function newFold(): RunFold {
  return new RunFold({ runId: "", createdAt: Date.now() });
}

function said(sessionUpdate: "agent_message_chunk" | "agent_thought_chunk", text: string): SessionUpdate {
  return { sessionUpdate, content: { type: "text", text } };
}

function updated(toolCallId: string, update: Omit<ToolCallUpdate, "toolCallId">): SessionUpdate {
  return { sessionUpdate: "tool_call_update", toolCallId, ...update };
}

/** A terminal goes back to the first column only where it is told to. */
function inTerminal(text: string): string {
  return text.replace(/\r?\n/g, "\r\n");
}
