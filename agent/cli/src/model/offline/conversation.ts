import type { LlmToolCall, Message, ToolMessage } from "@toolwright/core";
import { contentText, objectIn } from "@toolwright/core/internal";
import type { PlannedCall } from "./requests.ts";

/** A call that was made for the request, and what came back. */
export interface DoneCall extends PlannedCall {
  readonly text: string;
  readonly failed: boolean;
}

/** The request to work on, the calls made for it since, and the paths that calls of the conversation have reached. */
export interface Conversation {
  readonly request: string;
  readonly done: readonly DoneCall[];
  readonly named: readonly string[];
}

/** Finds the last request of a person. What a tool says, and what a loop adds in the person's name, is never one. */
export function readConversation(messages: readonly Message[]): Conversation {
  const at = messages.findLastIndex(
    (message) => message.role === "user" && !LOOP_NOTE.test(contentText(message.content)),
  );
  const results = new Map(
    messages.flatMap((message) => (message.role === "tool" ? [[message.tool_call_id, message]] : [])),
  );
  const request = messages[at];
  return {
    request: request === undefined ? "" : contentText(request.content),
    done: callsIn(messages.slice(at + 1)).map((call) => withResult(call, results.get(call.id))),
    named: callsIn(messages)
      .map((call) => withResult(call, results.get(call.id)))
      .flatMap((call) => (call.failed ? [] : pathsIn(call.arguments))),
  };
}

const LOOP_NOTE = /^\[(?:Background result of|The work is not marked as finished|Your last answer) /;

function callsIn(messages: readonly Message[]): readonly LlmToolCall[] {
  return messages.flatMap((message) => (message.role === "assistant" ? (message.tool_calls ?? []) : []));
}

function withResult(call: LlmToolCall, result: ToolMessage | undefined): DoneCall {
  const text = result === undefined ? "no result" : contentText(result.content);
  return {
    name: call.function.name,
    arguments: argumentsOf(call),
    text,
    failed: result === undefined || result.is_error === true || saysThatItFailed(text),
  };
}

/** A history of a provider keeps no flag of an error, and a command with an exit code is no failed call. */
function saysThatItFailed(text: string): boolean {
  const lastLine = text.slice(text.trimEnd().lastIndexOf("\n") + 1);
  return /^Error (?:\[[a-z_]+\]|executing tool):/.test(text) || /^\[exit (?!0\])/.test(lastLine);
}

function argumentsOf(call: LlmToolCall) {
  return objectIn(call.function.arguments) ?? {};
}

function pathsIn({ file_path: one, file_paths: several }: PlannedCall["arguments"]): readonly string[] {
  return [one, ...(Array.isArray(several) ? several : [])].filter((path) => typeof path === "string");
}
