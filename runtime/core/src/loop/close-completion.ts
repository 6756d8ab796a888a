import { isFields } from "../json/is-json-object.ts";
import type { Json } from "../json/json.ts";
import type { CallIds } from "../model/call-ids.ts";
import type { AssistantMessage, LlmToolCall } from "../model/messages.ts";
import type { LlmCompletionResult } from "../model/model-port.ts";
import type { DecodedCall } from "../run/call-states.ts";
import { callName } from "../run/call-states.ts";
import { decodeArguments } from "../schema/decode/decode-arguments.ts";
import { holdsNoSecret } from "../secrets/holds-no-secret.ts";
import type { Scrubber } from "../secrets/scrubber.ts";
import { utf8Length } from "../text/utf8-length.ts";

/** A call of a closed answer, with the id it keeps for ever. */
export interface ClosedCall {
  readonly toolCallId: string;
  /** What the model called it. */
  readonly askedId: string;
  readonly call: DecodedCall;
  /** The call as the history holds it. */
  readonly recorded: LlmToolCall;
  /** What it weighs there, roughly. */
  readonly bytes: number;
}

/** The answer of a model as it is recorded, and the calls to be made. */
export interface ClosedAnswer {
  readonly message: AssistantMessage;
  readonly calls: readonly ClosedCall[];
  /** Ids of calls whose arguments are no JSON object: recorded as `{}`. */
  readonly unreadable: readonly string[];
  /** What all of it weighs, roughly. Undefined: it has to be measured. */
  readonly bytes: number | undefined;
}

/** Gives every call its id and makes the message that every provider accepts. The completion itself is not changed. */
export function closeCompletion(completion: LlmCompletionResult, closing: Closing): ClosedAnswer {
  const { providerState } = completion.message;
  const content = closing.scrubber.text(String(completion.message.content ?? "").toWellFormed());
  const calls: ClosedCall[] = [];
  const recorded: LlmToolCall[] = [];
  const unreadable: string[] = [];
  let bytes = MESSAGE_BYTES + utf8Length(content);
  for (const asked of inOrder(completion.toolCalls ?? [])) {
    const closed = close(asked, closing);
    const { decoded } = closed.call;
    calls.push(closed);
    recorded.push(closed.recorded);
    bytes += closed.bytes;
    if (!decoded.ok || !isFields(decoded.value)) unreadable.push(closed.toolCallId);
  }
  const plain: AssistantMessage =
    calls.length === 0 ? { role: "assistant", content } : { role: "assistant", content, tool_calls: recorded };
  const message = providerState === undefined ? plain : { ...plain, providerState };
  const isUsual = providerState === undefined && unreadable.length === 0;
  return { message, calls, unreadable, bytes: isUsual ? bytes : undefined };
}

/**
 * What a message weighs beside its content and calls, and a call beside its id and arguments: the fields' names mostly.
 */
const MESSAGE_BYTES = 240;
const CALL_BYTES = 140;
/** What one UTF-16 unit of an id takes at most. */
const BYTES_PER_UNIT = 3;

interface Closing {
  readonly ids: CallIds;
  readonly scrubber: Scrubber;
}

/** By index where every call has one, else as they came. */
function inOrder(calls: readonly LlmToolCall[]): readonly LlmToolCall[] {
  if (!calls.every((call) => Number.isInteger(call?.index))) return calls;
  return calls.toSorted((one, other) => (one.index ?? 0) - (other.index ?? 0));
}

/**
 * The model's own argument text is recorded where it can stand in a history; a provider may reject what is no object.
 */
function close(asked: LlmToolCall, { ids, scrubber }: Closing): ClosedCall {
  const { programId } = asked;
  const { arguments: text } = asked.function;
  const toolCallId = ids.claim(asked.id);
  const name = callName(asked.function.name);
  const decoded = decodeArguments(text);
  const scrubbed = decoded.ok ? scrubbedArguments(text, decoded.value, scrubber) : {};
  const clean = decoded.ok && scrubbed === decoded.value;
  const isText = typeof text === "string";
  const own = isText && clean && !decoded.isMended && text.trimStart().startsWith("{");
  const shown = { name: legalName(name, scrubber), arguments: own ? text : objectText(scrubbed) };
  const bytes = utf8Length(shown.arguments);
  return {
    toolCallId,
    askedId: String(asked.id ?? ""),
    call: { name, decoded, cleanBytes: clean ? bytes : undefined },
    recorded: { id: toolCallId, type: "function", function: shown, ...(programId && { programId }) },
    bytes: CALL_BYTES + toolCallId.length * BYTES_PER_UNIT + bytes,
  };
}

function scrubbedArguments(text: unknown, value: Json, scrubber: Scrubber): Json {
  // An adapter in plain JavaScript may pass an object.
  return typeof text === "string" && holdsNoSecret(text, scrubber) ? value : scrubber.json(value);
}

function objectText(value: Json): string {
  return isFields(value) ? JSON.stringify(value) : "{}";
}

const LEGAL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** A name that no provider accepts would make the whole history unusable. */
function legalName(name: string, scrubber: Scrubber): string {
  const shown = scrubber.name(name);
  return LEGAL_NAME.test(shown) ? shown : shown.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "unnamed";
}
