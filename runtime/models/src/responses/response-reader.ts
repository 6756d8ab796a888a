import type { Json, JsonObject, LlmError, LlmWarning, ProviderCall, Usage } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import type { AnswerPiece } from "../openai-compatible/answer/answer.ts";
import { toFinishReason } from "../openai-compatible/wire/finish-reason.ts";
import { fieldOf, listOf, textOf } from "../openai-compatible/wire/json-field.ts";
import type { Chunk } from "../openai-compatible/wire/read-chunk.ts";
import { describeError, readError } from "../openai-compatible/wire/read-error.ts";
import { argumentsOf, type WireFragment } from "../openai-compatible/wire/read-fragments.ts";
import { readUsage } from "../openai-compatible/wire/usage.ts";
import { HostedItems } from "./hosted-items.ts";
import { keptForm, SEPARATOR, saidIn } from "./kept-item.ts";
import { calledName, calledWith } from "./own-call.ts";
import { rawElements, rawFields } from "./raw-json.ts";

/** What one event, or one item, adds to the answer. */
interface Added {
  readonly text?: string;
  readonly reasoning?: string;
  readonly fragments?: readonly WireFragment[];
  readonly finish?: string;
  readonly usage?: Usage | undefined;
  readonly isWhole?: boolean;
  /** The items as they are kept, once all are there. */
  readonly items?: readonly Json[];
  readonly providerCalls?: readonly ProviderCall[] | undefined;
  readonly warnings?: readonly LlmWarning[] | undefined;
}

/** Reads the events of one response, or a whole one, as the pieces that an answer is put together from. */
export class ResponseReader {
  /** Items as they are kept, by their place in the output. */
  readonly #kept = new Map<number, Json>();
  readonly #ours: ReadonlySet<string>;
  readonly #hosted = new HostedItems();
  readonly #places = new Map<string, number>();
  /** What was shown of the item at a place. */
  readonly #shown = new Map<string, string>();
  #model = "";
  #lastText = "";
  #lastThought = "";

  /** `ours`: the names of the tools that are offered and run here. */
  constructor(ours: ReadonlySet<string>) {
    this.#ours = ours;
  }

  read({ value, text, isBody }: AnswerPiece): Chunk | LlmError {
    const error = this.#errorIn(value);
    if (error !== undefined) return error;
    if (!isJsonObject(value))
      return { code: "invalid_stream", message: "The server streamed a JSON value that is no object." };
    return this.#chunk(isBody ? this.#body(value, text) : this.#event(value, text));
  }

  #errorIn(value: Json): LlmError | undefined {
    if (!textOf(value, "type").startsWith("response.") && textOf(value, "object") !== "response")
      return readError(value);
    const response = fieldOf(value, "response") ?? value;
    if (textOf(response, "status") !== "failed" && textOf(value, "type") !== "response.failed") return undefined;
    const said = fieldOf(response, "error") ?? null;
    const why = said === null ? "it gives no reason" : describeError(said);
    return { code: "http", message: `The server reported an error: ${why}` };
  }

  #body(response: JsonObject, text: string): Added {
    if (!Array.isArray(fieldOf(response, "output"))) return {};
    return { ...this.#whole(response, text), isWhole: true };
  }

  #event(event: JsonObject, text: string): Added {
    switch (textOf(event, "type")) {
      case "response.output_text.delta":
      case "response.refusal.delta":
        return this.#text(this.#key(event, "content_index"), textOf(event, "delta"));
      case "response.reasoning_summary_text.delta":
        return this.#thought(`${this.#key(event, "summary_index")}s`, textOf(event, "delta"));
      case "response.reasoning_text.delta":
        return this.#thought(`${this.#key(event, "content_index")}t`, textOf(event, "delta"));
      case "response.output_item.added":
        return this.#begun(event);
      case "response.function_call_arguments.delta":
        return this.#fragment(this.#placeOf(event), { arguments: textOf(event, "delta") });
      case "response.function_call_arguments.done":
        return this.#fragment(this.#placeOf(event), { arguments: argumentsOf(event) });
      case "response.output_item.done":
        return this.#item(fieldOf(event, "item") ?? null, this.#placeOf(event), rawFields(text).get("item"));
      case "response.completed":
      case "response.incomplete":
      case "response.cancelled":
        return this.#whole(fieldOf(event, "response") ?? null, rawFields(text).get("response") ?? "null");
      default:
        this.#model = textOf(fieldOf(event, "response"), "model") || this.#model;
        return {};
    }
  }

  /** The response at its end: what of it did not come before, how it ended, and its items as they are kept. */
  #whole(response: Json, text: string): Added {
    this.#model = textOf(response, "model") || this.#model;
    const raw = this.#kept.size > 0 ? [] : rawElements(rawFields(text).get("output") ?? "[]");
    const added = listOf(response, "output").flatMap((item, place) => {
      return raw[place] === undefined ? [] : [this.#item(item, place, raw[place])];
    });
    return {
      text: added.map((each) => each.text ?? "").join(""),
      reasoning: added.map((each) => each.reasoning ?? "").join(""),
      fragments: added.flatMap(({ fragments = [] }) => fragments),
      finish: finishOf(response),
      usage: readUsage(isJsonObject(response) ? response : {}),
      items: [...this.#kept].toSorted(([one], [other]) => one - other).map(([, item]) => item),
      providerCalls: this.#hosted.told.calls,
      warnings: this.#hosted.told.warnings,
    };
  }

  #begun(event: Json): Added {
    const item = fieldOf(event, "item") ?? null;
    const place = this.#placeOf(event);
    const id = textOf(item, "id");
    if (id !== "" && place !== undefined) this.#places.set(id, place);
    if (!this.#isOurs(item)) return {};
    // Of any other call it is not known yet whether it is whole.
    return this.#call(item, place, textOf(item, "type") === "function_call" ? undefined : "");
  }

  /** A function is called here, also one that was not offered: that is told to the model. */
  #isOurs(item: Json): boolean {
    return (
      ["function_call", "custom_tool_call"].includes(textOf(item, "type")) || this.#ours.has(calledName(item) ?? "")
    );
  }

  #item(item: Json, place: number | undefined, raw: string | undefined): Added {
    const isOurs = this.#isOurs(item);
    if (raw !== undefined) this.#kept.set(place ?? this.#kept.size, keptForm(raw, item, isOurs));
    const type = textOf(item, "type");
    if (isOurs) return this.#call(item, place);
    this.#hosted.add(item);
    const key = (part: number) => `${place ?? textOf(item, "id")}/${part}`;
    if (type === "message")
      return merged(listOf(item, "content").map((part, at) => this.#text(key(at), "", saidIn(part))));
    if (type !== "reasoning") return {};
    return merged([
      ...listOf(item, "content").map((part, at) => this.#thought(`${key(at)}t`, "", textOf(part, "text"))),
      ...listOf(item, "summary").map((part, at) => this.#thought(`${key(at)}s`, "", textOf(part, "text"))),
    ]);
  }

  #call(item: Json, place: number | undefined, given = calledWith(item)): Added {
    const id = textOf(item, "call_id") || textOf(item, "id");
    return this.#fragment(place, { id, name: calledName(item) ?? "", arguments: given });
  }

  #fragment(index: number | undefined, piece: { id?: string; name?: string; arguments: string }): Added {
    const fragment = { ...(index === undefined ? {} : { index }), id: "", name: "", ...piece };
    return { fragments: [{ fragment, callState: {} }] };
  }

  #text(key: string, delta: string, whole?: string): Added {
    const piece = this.#rest(key, delta, whole);
    const [item = ""] = key.split("/");
    if (piece === "") return {};
    const isNext = this.#lastText !== "" && this.#lastText !== item;
    this.#lastText = item;
    return { text: isNext ? SEPARATOR + piece : piece };
  }

  #thought(key: string, delta: string, whole?: string): Added {
    const piece = this.#rest(key, delta, whole);
    if (piece === "") return {};
    const isNext = this.#lastThought !== "" && this.#lastThought !== key;
    this.#lastThought = key;
    return { reasoning: isNext ? SEPARATOR + piece : piece };
  }

  /** A piece of a part; or of a part that is there as a whole, what was not shown of it. */
  #rest(key: string, delta: string, whole?: string): string {
    const shown = this.#shown.get(key) ?? "";
    const piece = whole?.startsWith(shown) ? whole.slice(shown.length) : delta;
    // One text per part grows by appending, which costs no copy.
    if (piece !== "") this.#shown.set(key, shown + piece);
    return piece;
  }

  #key(event: Json, part: string): string {
    const place = this.#placeOf(event) ?? textOf(event, "item_id");
    const at = fieldOf(event, part);
    return `${place}/${typeof at === "number" ? at : 0}`;
  }

  #placeOf(event: Json): number | undefined {
    const place = fieldOf(event, "output_index");
    return typeof place === "number" ? place : this.#places.get(textOf(event, "item_id"));
  }

  #chunk({ items, ...added }: Added): Chunk {
    const { text = "", reasoning = "", fragments = [], finish = "", usage, isWhole = false } = added;
    const { providerCalls, warnings } = added;
    const messageState = items === undefined || items.length === 0 ? {} : { items: [...items] };
    return {
      model: this.#model,
      text,
      reasoning,
      fragments,
      finish,
      usage,
      isWhole,
      messageState,
      providerCalls,
      warnings,
    };
  }
}

function merged(added: readonly Added[]): Added {
  return {
    text: added.map(({ text = "" }) => text).join(""),
    reasoning: added.map(({ reasoning = "" }) => reasoning).join(""),
  };
}

/** Why a response ended, as one of the words that other formats use. */
function finishOf(response: Json): string {
  const status = textOf(response, "status");
  const reason = textOf(fieldOf(response, "incomplete_details"), "reason");
  if (status === "cancelled") return "cancelled";
  if (status !== "incomplete" && reason === "") return "stop";
  return toFinishReason(reason) === "content_filter" ? "content_filter" : "length";
}
