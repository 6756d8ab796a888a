import type { OutputRef, Scrubber } from "@toolwright/core";
import type { ScrubStream } from "@toolwright/core/internal";
import type { Spill } from "../../../outputs/output-spills.port.ts";
import { HeadAndTail, SHOWN } from "../output/head-and-tail.ts";
import { ScreenText } from "../output/screen-text.ts";
import { AnsiStripper } from "../output/strip-ansi.ts";

/** Remembered of what was not read yet, in UTF-16 units. */
const RING = 1024 * 1024;

/** Pieces are joined up to this size, and dropped as they are then, in UTF-16 units. */
const PIECE = 4_096;

/** Kept of the end for whoever looks on, in UTF-16 units. */
const TAIL = 128 * 1024;

type StreamName = "stdout" | "stderr";

/** What a background job printed since it was last asked. */
export interface NewOutput {
  readonly text: string;
  /** Where all of the job's output is kept; present when something is missing and the job has ended. */
  readonly ref?: OutputRef;
}

/** Takes the output of a job as it comes, masked, in memory of fixed size. */
export class JobOutput {
  readonly #streams: Readonly<
    Record<StreamName, { readonly decoder: InstanceType<typeof TextDecoder>; readonly stripper: AnsiStripper }>
  >;
  readonly #scrub: ScrubStream;
  readonly #screen = new ScreenText();
  readonly #spill: Spill | undefined;
  #pieces: string[] = [];
  #tail = "";
  #tailIsCut = false;
  #length = 0;
  #dropped = false;
  #missing = false;
  #ref: OutputRef | undefined;
  #arrived: (() => void) | undefined;

  constructor(options: { readonly spill?: Spill | undefined; readonly scrubber: Scrubber }) {
    const stream = () => ({ decoder: new TextDecoder("utf-8", { ignoreBOM: true }), stripper: new AnsiStripper() });
    this.#streams = { stdout: stream(), stderr: stream() };
    this.#scrub = options.scrubber.stream();
    this.#spill = options.spill;
  }

  async take(chunk: Uint8Array, name: StreamName): Promise<void> {
    const { decoder, stripper } = this.#streams[name];
    await this.#pass(this.#screen.push(this.#scrub.push(stripper.push(decoder.decode(chunk, { stream: true })))));
  }

  /** Call it once, when the job has ended. */
  async end(): Promise<void> {
    for (const { decoder, stripper } of Object.values(this.#streams)) {
      await this.#pass(this.#screen.push(this.#scrub.push(stripper.push(decoder.decode()))));
    }
    await this.#pass(this.#screen.push(this.#scrub.end()) + this.#screen.end());
    this.#ref = await this.#spill?.keep();
  }

  /** Resolves when a whole line has come that was not read yet; at once when there is one. */
  arrival(): Promise<void> {
    if (this.#length > 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#arrived = resolve;
    });
  }

  /** What was not read yet, the last `lines` of it, at most what one result may hold. */
  read(lines?: number): NewOutput {
    const unread = this.#pieces.join("");
    const lost = this.#dropped ? "[… earlier output was dropped before it was read …]\n" : "";
    this.#missing ||= this.#dropped;
    this.#pieces = [];
    this.#length = 0;
    this.#dropped = false;
    const shown = new HeadAndTail(SHOWN);
    const wanted = lines === undefined ? unread : lastLines(unread, lines);
    shown.push(wanted);
    const { head, omittedLines, tail, cut } = shown.show();
    this.#missing ||= cut || wanted.length < unread.length;
    const text = omittedLines === 0 ? head : `${head}[… ${omittedLines} lines omitted …]\n${tail}`;
    return { text: lost + text, ...(this.#missing && this.#ref !== undefined ? { ref: this.#ref } : {}) };
  }

  /** The end of all that was printed; looking at it takes nothing from whoever reads. */
  tail(): { readonly text: string; readonly isCut: boolean } {
    const isCut = this.#tailIsCut || this.#tail.length > TAIL;
    return { text: this.#tail.slice(-TAIL).toWellFormed(), isCut };
  }

  #keepTail(text: string): void {
    this.#tail += text;
    if (this.#tail.length <= 2 * TAIL) return;
    this.#tail = this.#tail.slice(-TAIL);
    this.#tailIsCut = true;
  }

  async #pass(text: string): Promise<void> {
    if (text === "") return;
    this.#keepTail(text);
    const last = this.#pieces.at(-1);
    if (last !== undefined && last.length < PIECE) this.#pieces.splice(-1, 1, last + text);
    else this.#pieces.push(text);
    this.#length += text.length;
    while (this.#length > RING && this.#pieces.length > 1) {
      this.#length -= this.#pieces.shift()?.length ?? 0;
      this.#dropped = true;
    }
    this.#arrived?.();
    this.#arrived = undefined;
    await this.#spill?.write(text);
  }
}

function lastLines(text: string, count: number): string {
  let start = text.length;
  for (let lines = 0; lines < count && start > 0; lines += 1) {
    start = start === 1 ? 0 : text.lastIndexOf("\n", start - 2) + 1;
  }
  return text.slice(start);
}
