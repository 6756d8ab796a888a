import type { Json, JsonObject } from "@toolwright/core";
import type { Frame } from "../frames/frame.ts";
import { callPreviewIn } from "../wire/call-preview.ts";
import { fieldIn, isJsonObject, listIn, numberIn, objectIn, textIn } from "../wire/fields.ts";
import { reachIn } from "../wire/reach-in.ts";
import type { LateResult, LiveOutput, ThreadApproval, ThreadCall } from "../wire/thread-message.ts";

/** Characters of live output that are kept for each call; what came before is dropped. */
const KEPT = 100_000;

/** A call with what one frame tells of it; the same object where that is nothing. `time`: milliseconds since 1970. */
export function callWith(call: ThreadCall, frame: Frame, time: number): ThreadCall {
  switch (frame.code) {
    case "arguments":
      return withArguments(call, frame.delta, frame.isLast === true);
    case "result": {
      const { result, isError, artifact } = frame;
      const settled = { ...withParsedArguments(call), result, isError };
      return artifact === undefined ? settled : { ...settled, artifact };
    }
    case "data":
      return withData(call, frame, time);
    default:
      return call;
  }
}

function withArguments(call: ThreadCall, delta: string, isLast: boolean): ThreadCall {
  const arriving = { ...call, argsText: (call.argsText ?? "") + delta };
  return isLast ? withParsedArguments(arriving) : arriving;
}

/** The text of arguments that are no JSON stays beside them. */
function withParsedArguments(call: ThreadCall): ThreadCall {
  const args = call.argsText === undefined ? undefined : objectIn(call.argsText);
  return args === undefined ? call : withWhole(call, args);
}

function withWhole({ argsText: _arrived, ...call }: ThreadCall, args: JsonObject): ThreadCall {
  return { ...call, args };
}

function withData(call: ThreadCall, { name, data }: Extract<Frame, { code: "data" }>, time: number): ThreadCall {
  switch (name) {
    case "tool-start":
      return { ...call, ...startOf(data) };
    case "tool-arguments":
      return isJsonObject(data.arguments) ? withWhole(call, data.arguments) : call;
    case "tool-running":
      return { ...call, runningAt: numberIn(data, "time") ?? time };
    case "tool-output":
      return { ...call, output: longer(call.output, textIn(data, "chunk") ?? "") };
    case "tool-end":
      return { ...call, ...endOf(data) };
    case "approval-request":
      return { ...call, ...toldReach(data), approval: questionOf(call, data, time) };
    case "approval-decision":
      return withDecision(call, data);
    case "async-result":
      return { ...call, late: lateOf(data, time) };
    default:
      return call;
  }
}

function startOf(data: JsonObject): Pick<ThreadCall, "line" | "replays" | "parentId"> {
  const line = numberIn(data, "line");
  const parentId = textIn(data, "parentId");
  return {
    ...(line !== undefined && { line }),
    ...(data.replays === true && { replays: true as const }),
    ...(parentId !== undefined && { parentId }),
  };
}

/** Cut seldom, so that a flood costs no copy for each chunk. */
function longer(output: LiveOutput | undefined, chunk: string): LiveOutput {
  const { text = "", length = 0 } = output ?? {};
  const whole = text + chunk;
  return { text: whole.length > 2 * KEPT ? whole.slice(-KEPT) : whole, length: length + chunk.length };
}

function endOf(data: JsonObject): Partial<ThreadCall> {
  const durationMs = numberIn(data, "durationMs");
  const [code, forUser] = [textIn(data, "code"), textIn(data, "forUser")];
  const ref = refOf(fieldIn(data, "ref"));
  return {
    ...(durationMs === undefined ? {} : { durationMs }),
    ...toldReach(data),
    ...(code === undefined ? {} : { code }),
    ...(forUser === undefined ? {} : { forUser }),
    ...(ref === undefined ? {} : { ref }),
    ...(data.orphaned === true ? { orphaned: true as const } : {}),
    ...(data.async === true ? { async: true as const } : {}),
  };
}

/** Nothing where the frame does not tell it, so that what was told before stays. */
function toldReach(data: JsonObject): Pick<ThreadCall, "reach"> {
  const reach = reachIn(data);
  return reach === undefined ? {} : { reach };
}

function refOf(value: unknown): ThreadCall["ref"] {
  const id = textIn(value, "id");
  if (id === undefined) return undefined;
  const has = (name: string) => fieldIn(value, name) !== undefined;
  return {
    ...{ id, bytes: numberIn(value, "bytes") ?? 0, lines: numberIn(value, "lines") ?? 0 },
    ...(has("images") && { images: listIn(value, "images").map(keptIn) }),
    ...(has("files") && { files: listIn(value, "files").map(keptFileIn) }),
  };
}

function keptIn(value: unknown): { readonly id: string; readonly mediaType: string; readonly bytes: number } {
  const [id = "", mediaType = ""] = [textIn(value, "id"), textIn(value, "mediaType")];
  return { id, mediaType, bytes: numberIn(value, "bytes") ?? 0 };
}

function keptFileIn(value: unknown): NonNullable<NonNullable<ThreadCall["ref"]>["files"]>[number] {
  const name = textIn(value, "name");
  const type = textIn(value, "type") === "audio" ? "audio" : "file";
  return { ...keptIn(value), type, ...(name !== undefined && { name }) };
}

function questionOf({ args, approval }: ThreadCall, data: JsonObject, time: number): ThreadApproval {
  const [reason, expiresAt] = [textIn(data, "reason"), numberIn(data, "expiresAt")];
  const [shows, preview] = [callPreviewIn(data), textIn(data, "preview")];
  const asked = isJsonObject(data.arguments) ? data.arguments : undefined;
  const approvalId = textIn(data, "approvalId") ?? "";
  // After a restart the same question is asked again.
  const before = approval?.approvalId === approvalId ? approval.askedAt : undefined;
  return {
    approvalId,
    askedAt: before ?? numberIn(data, "time") ?? time,
    ...(reason === undefined ? {} : { reason }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(shows !== undefined && { shows }),
    ...(preview !== undefined && { preview }),
    ...(asked === undefined || JSON.stringify(asked) === JSON.stringify(args) ? {} : { arguments: asked }),
  };
}

/** An answer that had no effect, or was for another question, changes nothing. */
function withDecision(call: ThreadCall, data: JsonObject): ThreadCall {
  const { approval } = call;
  if (approval === undefined || approval.approvalId !== data.approvalId || data.ignored !== undefined) return call;
  return { ...call, approval: { ...approval, decision: decisionOf(data) } };
}

function decisionOf(data: JsonObject): NonNullable<ThreadApproval["decision"]> {
  const reason = textIn(data, "reason");
  const said = reason === undefined ? {} : { reason };
  if (data.approve !== true) return { approve: false, ...said };
  return { approve: true, ...(isJsonObject(data.arguments) && { edited: true, arguments: data.arguments }), ...said };
}

function lateOf(data: JsonObject, time: number): LateResult {
  const forUser = textIn(data, "forUser");
  const result: Json = data.result ?? null;
  return { result, isError: data.isError === true, time, ...(forUser === undefined ? {} : { forUser }) };
}
