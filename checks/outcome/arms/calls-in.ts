import { asObject } from "../proxy/as-object.ts";
import type { MadeCall } from "./arm.ts";

/** The calls of a conversation as they went over the wire, for agents that tell of them in no other way. */
export function callsIn(messages: readonly unknown[]): readonly MadeCall[] {
  const all = messages.map(asObject);
  const answers = new Map(
    all.filter(({ role }) => role === "tool").map((one) => [one.tool_call_id, textOf(one.content)]),
  );
  const asked = all.flatMap(({ tool_calls }) => (Array.isArray(tool_calls) ? tool_calls.map(asObject) : []));
  return asked.map(({ id, function: called }) => {
    const { name, arguments: written } = asObject(called);
    const answer = answers.get(id) ?? "";
    return { name: String(name), asked: String(written), answer, isRefused: REFUSALS.test(answer), isMended: false };
  });
}

/** How pi and opencode answer a call that they do not run. */
const REFUSALS =
  /^(?:Validation failed|Tool \S+ not found|The \S+ tool was called with invalid arguments|Model tried to call)/;

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map((part) => String(asObject(part).text ?? "")).join("") : "";
}
