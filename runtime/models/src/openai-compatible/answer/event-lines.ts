/** One server-sent event: its name, `""` when it has none, and its data lines joined with `\n`. */
export interface LineEvent {
  readonly name: string;
  readonly data: string;
}

export interface EventLinesOptions {
  onEvent(event: LineEvent): void;
  /** A line that belongs to no event and is no comment. */
  onStray(line: string): void;
}

/** Cuts a text that arrives in pieces into server-sent events, looking at each character a fixed number of times. */
export class EventLines {
  readonly #options: EventLinesOptions;
  #line: string[] = [];
  #data: string[] = [];
  #name = "";
  #held = 0;
  #endedInReturn = false;

  constructor(options: EventLinesOptions) {
    this.#options = options;
  }

  /** How many characters wait for the end of their event. */
  get held(): number {
    return this.#held;
  }

  /** Takes the next piece; `\r`, `\n` and `\r\n` end a line, also when a piece ends between the two. */
  feed(piece: string): void {
    if (piece === "") return;
    const text = piece.slice(this.#endedInReturn && piece.startsWith("\n") ? 1 : 0).replace(/\r\n?/g, "\n");
    this.#endedInReturn = piece.endsWith("\r");
    let from = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", from)) {
      this.#hold(text.slice(from, end));
      this.#endLine();
      from = end + 1;
    }
    if (from < text.length) this.#hold(text.slice(from));
  }

  #hold(part: string): void {
    this.#line.push(part);
    this.#held += part.length;
  }

  #endLine(): void {
    const line = this.#line.join("");
    this.#line = [];
    if (line === "") this.#endEvent();
    else this.#takeField(line);
  }

  #takeField(line: string): void {
    const colon = line.indexOf(":");
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(line.charAt(colon + 1) === " " ? colon + 2 : colon + 1);
    if (field === "data") this.#data.push(value);
    else this.#held -= line.length;
    if (field === "event") this.#name = value;
    else if (!["data", "id", "retry", ""].includes(field)) this.#options.onStray(line);
  }

  #endEvent(): void {
    const event = { name: this.#name, data: this.#data.join("\n") };
    this.#data = [];
    this.#name = "";
    this.#held = 0;
    if (event.data !== "") this.#options.onEvent(event);
  }
}
