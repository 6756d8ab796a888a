import { jsonIn } from "@toolwright/core/internal";
import { EventLines } from "./event-lines.ts";

/** A text that should hold one JSON value, or a sentence on why there can be none. */
export type ServerEvent =
  | {
      readonly kind: "data";
      readonly data: string;
      /** The server named the event `error`. */
      readonly isError: boolean;
      /** The body ended inside of it. */
      readonly isCut?: boolean;
      /** It is the whole body, plain JSON. */
      readonly isBody?: true;
    }
  | { readonly kind: "invalid"; readonly message: string };

/** One event, or one whole JSON answer, has at most this many characters. */
const longestEvent = 16 * 1024 * 1024;

const tooLong = { kind: "invalid", message: "The server sent an event of more than 16 MiB." } as const;

/** Cuts a response body into events: server-sent ones, or a single one when the body is plain JSON. */
export class EventReader {
  readonly #decoder = new TextDecoder();
  readonly #events: ServerEvent[] = [];
  #form: "unknown" | "events" | "json" = "unknown";
  #json: string[] = [];
  #jsonLength = 0;
  #sawData = false;
  #sawOther = false;
  readonly #lines = new EventLines({
    onEvent: ({ name, data }) => this.#onData(data, name === "error"),
    onStray: (line) => this.#onStray(line),
  });

  /** The events that these bytes complete. */
  read(bytes: Uint8Array): readonly ServerEvent[] {
    return this.#take(this.#decoder.decode(bytes, { stream: true }));
  }

  /** What is left when the body has ended; `isCut` when something other than its end stopped it. */
  end({ isCut }: { readonly isCut: boolean }): readonly ServerEvent[] {
    const events = this.#take(this.#decoder.decode());
    if (this.#form === "json") {
      return [...events, { kind: "data", data: this.#json.join(""), isError: false, isCut, isBody: true }];
    }
    const rest = this.#take("\n\n").map((event) => (event.kind === "data" ? { ...event, isCut: true } : event));
    const isForeign = this.#sawOther && !this.#sawData;
    const foreign = {
      kind: "invalid",
      message: "The server did not answer with a stream of JSON: check the base URL.",
    } as const;
    return [...events, ...rest, ...(isForeign ? [foreign] : [])];
  }

  #take(text: string): readonly ServerEvent[] {
    if (this.#form === "unknown") this.#form = formOf(text);
    if (this.#form === "json") this.#takeJson(text);
    else this.#takeLines(text);
    return this.#events.splice(0);
  }

  #takeJson(text: string): void {
    this.#json.push(text);
    this.#jsonLength += text.length;
    if (this.#jsonLength > longestEvent) this.#events.push(tooLong);
  }

  #takeLines(text: string): void {
    this.#lines.feed(text);
    if (this.#lines.held > longestEvent) this.#events.push(tooLong);
  }

  #onData(data: string, isError: boolean): void {
    if (data.trim() === "") return;
    this.#sawData = true;
    this.#events.push({ kind: "data", data, isError });
  }

  #onStray(line: string): void {
    this.#sawOther = true;
    // Some proxies write an error between the events as a bare line of JSON.
    if (line.startsWith("{") && jsonIn(line) !== undefined) this.#onData(line, false);
  }
}

function formOf(text: string): "unknown" | "events" | "json" {
  const start = text.trimStart().charAt(0);
  if (start === "") return "unknown";
  return start === "{" || start === "[" ? "json" : "events";
}
