import type { OutputRef, Scrubber } from "@toolwright/core";
import type { ScrubStream } from "@toolwright/core/internal";
import type { KeptOutputs } from "../../../outputs/kept-outputs.ts";
import type { Spill } from "../../../outputs/output-spills.port.ts";
import { HELD_BYTES } from "../../../outputs/text-spill.ts";
import { HeadAndTail, SHOWN, type ShownOutput } from "./head-and-tail.ts";
import { LiveOutput } from "./live-output.ts";
import { type LookPlace, LookPlaces } from "./look-places.ts";
import { withoutMarks } from "./looks.ts";
import { MarkedScrub, type ScrubbedText } from "./marked-scrub.ts";
import { ScreenText } from "./screen-text.ts";
import { AnsiStripper } from "./strip-ansi.ts";

/** Where a command's output goes besides what is remembered of it. */
export interface CommandOutputOptions {
  readonly outputs: KeptOutputs;
  /** Masks secrets before anything is cut, stored or shown: a secret that was cut in two cannot be recognised. */
  readonly scrubber: Scrubber;
  /** Whether what is emitted has colours. Default false. */
  readonly colours?: boolean | undefined;
  emit(chunk: string): void;
}

/** What remains of a command's output. */
export interface CollectedOutput {
  /** Both streams in the order in which they arrived, at most 50 KiB and 2,000 lines less what a footer needs. */
  readonly text: string;
  /** All of both, where `text` is not all, for a program. Undefined where it is too long to be held. */
  readonly whole?: string;
  /** Of each stream all that is held; of what is longer the beginning and the end. */
  readonly stdout: string;
  readonly stderr: string;
  /** Why a program is given neither of the streams. */
  readonly withheld?: string;
  /** Where looks change in `text`; empty without colours. */
  readonly looks: readonly LookPlace[];
  /** Where everything is kept; present whenever something is missing in `text` and there was a place to keep it. */
  readonly ref?: OutputRef;
}

type StreamName = "stdout" | "stderr";

/** What a model reads counts too, where a runner takes so many bytes of one output. */
const SHOWN_BESIDE = 64 * 1024;

/** A NUL in so many first bytes makes an output binary. */
const BINARY_BYTES = 4 * 1024;

/** Large strings make the heap grow before they are collected; small ones come and go. */
const SLICE_BYTES = 8 * 1024;

/** Takes a command's output as it comes, in memory of fixed size. */
export class CommandOutput {
  readonly #streams: Readonly<Record<StreamName, StreamText>>;
  readonly #scrub: MarkedScrub;
  readonly #looks = new LookPlaces();
  readonly #screen = new ScreenText();
  readonly #merged = new HeadAndTail(SHOWN);
  readonly #outputs: KeptOutputs;
  readonly #spill: Spill | undefined;
  readonly #live: LiveOutput;
  #whole: string[] | undefined = [];
  #room: number;
  #bytes = 0;
  #binary = false;
  #ended = false;

  constructor(options: CommandOutputOptions) {
    const { scrubber, colours = false } = options;
    const stream = () => new StreamText(scrubber.stream(), colours);
    this.#streams = { stdout: stream(), stderr: stream() };
    this.#scrub = new MarkedScrub(scrubber.stream());
    this.#outputs = options.outputs;
    this.#spill = options.outputs.begin();
    this.#room = Math.min(HELD_BYTES, options.outputs.maxBytes - SHOWN_BESIDE);
    if (this.#room < 0) this.#letGo();
    this.#live = new LiveOutput((chunk) => options.emit(chunk));
  }

  /** Resolves when more may come. What comes after the end is not taken. */
  async take(chunk: Uint8Array, stream: StreamName): Promise<void> {
    if (this.#ended) return;
    if (this.#bytes < BINARY_BYTES && chunk.subarray(0, BINARY_BYTES - this.#bytes).includes(0)) this.#binary = true;
    this.#bytes += chunk.length;
    for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
      await this.#show(this.#scrub.push(this.#streams[stream].push(chunk.subarray(at, at + SLICE_BYTES))));
    }
  }

  /** Call it once, after the last `take`. */
  async end(): Promise<CollectedOutput> {
    this.#ended = true;
    for (const stream of Object.values(this.#streams)) await this.#show(this.#scrub.push(stream.end()));
    await this.#show(this.#scrub.end());
    await this.#pass(this.#screen.end());
    this.#live.end();
    const shown = this.#merged.show();
    const ref = await this.#finishSpill(this.#binary || shown.cut);
    const kept = ref && { ref };
    if (this.#binary) {
      const withheld = `binary output of ${this.#bytes} bytes is left out`;
      return { text: binaryNotice(this.#bytes, ref), stdout: "", stderr: "", withheld, looks: [], ...kept };
    }
    const text = joined(shown, ref && this.#outputs.told(ref, "output"));
    const all = this.#whole?.join("");
    const whole = shown.cut && all !== undefined ? { whole: all } : {};
    const [stdout, stderr] = [this.#streams.stdout.shown(all), this.#streams.stderr.shown(all)];
    const looks = this.#looks.in(shown, text.length - shown.tail.length);
    return { text, ...whole, stdout, stderr, looks, ...kept };
  }

  async #show({ plain, marked }: ScrubbedText): Promise<void> {
    if (!this.#binary) {
      this.#live.push(marked);
      this.#looks.push(marked);
    }
    await this.#pass(this.#screen.push(plain));
  }

  async #pass(text: string): Promise<void> {
    if (text === "") return;
    this.#merged.push(text);
    this.#hold(text);
    await this.#spill?.write(text);
  }

  #hold(text: string): void {
    if (this.#whole === undefined) return;
    // The same characters are held once: mostly the stream has just remembered them.
    const streams = Object.values(this.#streams);
    this.#whole.push(streams.find(({ last }) => last === text)?.last ?? text);
    this.#room -= Buffer.byteLength(text);
    if (this.#room < 0) this.#letGo();
  }

  /** What is too long to be held goes on as its beginning and its end. */
  #letGo(): void {
    this.#whole = undefined;
    for (const stream of Object.values(this.#streams)) stream.letGo();
  }

  async #finishSpill(needed: boolean): Promise<OutputRef | undefined> {
    if (needed) return this.#spill?.keep();
    await this.#spill?.discard();
    return undefined;
  }
}

/** One of the two streams: decoded, without control sequences but marks, and remembered on its own. */
class StreamText {
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  readonly #stripper: AnsiStripper;
  readonly #scrub: ScrubStream;
  readonly #screen = new ScreenText();
  readonly #remembered = new HeadAndTail(SHOWN);
  #held: string[] | undefined = [];

  constructor(scrub: ScrubStream, keepLooks: boolean) {
    this.#scrub = scrub;
    this.#stripper = new AnsiStripper({ keepLooks });
  }

  /**
   * What was decoded, not scrubbed yet: a scrubber holds back what could become a secret, and would change the order.
   */
  push(chunk: Uint8Array): string {
    return this.#remember(this.#stripper.push(this.#decoder.decode(chunk, { stream: true })));
  }

  end(): string {
    const rest = this.#remember(this.#stripper.push(this.#decoder.decode()));
    this.#keep(this.#screen.push(this.#scrub.end()));
    this.#keep(this.#screen.end());
    return rest;
  }

  /** What was remembered last, where everything is held. */
  get last(): string | undefined {
    return this.#held?.at(-1);
  }

  letGo(): void {
    this.#held = undefined;
  }

  /** `all` is what both streams printed: where this one alone printed something, its text is that text. */
  shown(all: string | undefined): string {
    if (this.#held !== undefined) {
      const held = this.#held.join("");
      return held === all ? all : held;
    }
    const { head, omittedLines, tail } = this.#remembered.show();
    return omittedLines === 0 ? head : `${head}[… ${count(omittedLines)} lines omitted …]\n${tail}`;
  }

  #remember(text: string): string {
    this.#keep(this.#screen.push(this.#scrub.push(withoutMarks(text))));
    return text;
  }

  #keep(text: string): void {
    this.#remembered.push(text);
    this.#held?.push(text);
  }
}

function joined(shown: ShownOutput, kept = "not kept"): string {
  if (shown.omittedLines > 0)
    return `${shown.head}[… ${count(shown.omittedLines)} lines omitted; ${kept} …]\n${shown.tail}`;
  return shown.cut ? `${withLineFeed(shown.head)}[long lines cut; ${kept}]\n` : shown.head;
}

function binaryNotice(bytes: number, ref: OutputRef | undefined): string {
  return `[binary output, ${bytes} bytes${ref === undefined ? "" : `, saved ref=${ref.id}`}]`;
}

function withLineFeed(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

function count(lines: number): string {
  return lines.toLocaleString("en-US");
}
