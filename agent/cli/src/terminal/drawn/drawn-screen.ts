import { stripVTControlCharacters } from "node:util";
import type { Component } from "@earendil-works/pi-tui";
import { wrapTextWithAnsi } from "@earendil-works/pi-tui";
import type { Environment } from "../../model/environment.ts";
import { printable } from "../../text/printable.ts";
import { type MarkdownBlock, MarkdownBlocks } from "../markdown/markdown-blocks.ts";
import { renderBlock } from "../markdown/render-block.ts";
import type { Screen } from "../screen.ts";
import { type Styles, stylesFor } from "../styles.ts";
import type { LiveRegion } from "./live-region.ts";

/** Lines that wait at most; of more, the last are kept. */
const MOST_HELD = 1_000;

/** In fewer columns no words are kept together. */
const NARROWEST = 12;

/** Text is hard to follow in wider lines. */
const WIDEST = 120;

/** Prints what is finished above the live region, where it stays; what is still being said stands in the region. */
export class DrawnScreen implements Screen, Component {
  readonly styles: Styles;
  readonly isDrawn = true;
  readonly #region: LiveRegion;
  readonly #blocks = new MarkdownBlocks();
  #saying: "text" | "reasoning" | undefined;
  #hasSaid = false;
  /** A line that was begun. */
  #line = "";
  #unfinishedLine: string | undefined;
  #wasBlank = true;
  #held: readonly string[] | undefined;

  constructor(region: LiveRegion, environment: Environment) {
    this.#region = region;
    this.styles = stylesFor(true, environment);
  }

  get width(): number {
    return Math.min(this.#region.terminal.columns, WIDEST);
  }

  write(text: string): void {
    const lines = (this.#line + text).split("\n");
    this.#line = lines.pop() ?? "";
    for (const line of lines) this.#print(line);
    this.#region.requestRender();
  }

  line(text = ""): void {
    this.startLine();
    this.write(`${text}\n`);
  }

  words(text: string): void {
    for (const line of this.#wrapped(text)) this.line(line);
  }

  /** A line from aside: what is being said goes on below it, where it was. */
  note(text: string): void {
    for (const line of text.split("\n").flatMap((line) => this.#wrapped(line))) this.#print(line);
  }

  /** Lines that are broken between words, each of which begins where the first one does. */
  #wrapped(text: string): readonly string[] {
    const indent = (/^[ ╭│]*/.exec(stripVTControlCharacters(text))?.[0] ?? "").replace("╭", "│");
    const { columns } = this.#region.terminal;
    const room = columns - indent.length;
    const [first = "", ...rest] = room < NARROWEST ? [text] : wrapTextWithAnsi(text, columns);
    if (rest.length === 0) return [first];
    return [first, ...wrapTextWithAnsi(rest.join(" "), room).map((words) => indent + words.trimStart())];
  }

  startLine(): void {
    if (this.#saying !== undefined) this.#endSaying();
    if (this.#line !== "") this.write("\n");
  }

  /** The spinner says it; where nothing else is printed it would not be drawn. */
  status(): void {
    this.#region.requestRender();
  }

  unfinished(text: string): void {
    if (this.#held === undefined) this.#unfinishedLine = text;
    this.#region.requestRender();
  }

  say(kind: "text" | "reasoning", delta: string): void {
    if (this.#saying !== kind) {
      this.startLine();
      this.#saying = kind;
      this.#hasSaid = false;
    }
    if (kind === "text") this.#printBlocks(this.#blocks.push(delta));
    else this.#think(delta);
    this.#region.requestRender();
  }

  rendered(markdown: string, width: number): readonly string[] {
    const reader = new MarkdownBlocks();
    const blocks = [...reader.push(markdown), ...reader.end()];
    return blocks.flatMap((block, index) => [
      ...(index === 0 || block.joins ? [] : [""]),
      ...renderBlock(block, this.styles, width),
    ]);
  }

  /** Until `release`, what is printed waits: it would push a question out of sight. */
  hold(): void {
    this.#held ??= [];
    this.#unfinishedLine = undefined;
  }

  /** Prints `answer`, and what has waited. */
  release(answer: string): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const line of [answer, ...held]) this.#region.print(line);
  }

  invalidate(): void {}

  /** The last rows of what is not finished. */
  render(width: number): string[] {
    const most = Math.max(Math.floor(this.#region.terminal.rows / 2), 1);
    const line = this.#line === "" ? this.#unfinishedLine : this.#line;
    const lines = this.#saying === "text" ? this.#unfinished(width) : line === undefined ? [] : [line];
    return lines.flatMap((line) => wrapTextWithAnsi(line, width)).slice(-most);
  }

  #unfinished(width: number): readonly string[] {
    const { rest } = this.#blocks;
    if (rest.text.trim() === "") return [];
    const block = rest.kind === "code" ? { ...rest, text: tail(rest.text) } : rest;
    const lines = renderBlock(block, this.styles, Math.min(width, WIDEST));
    return this.#wasBlank || rest.joins || !this.#hasSaid ? lines : ["", ...lines];
  }

  #endSaying(): void {
    if (this.#saying === "text") this.#printBlocks(this.#blocks.end());
    this.#saying = undefined;
    if (this.#line !== "") this.write("\n");
  }

  #printBlocks(blocks: readonly MarkdownBlock[]): void {
    for (const block of blocks) {
      if (this.#hasSaid && !block.joins && !this.#wasBlank) this.#print("");
      for (const line of renderBlock(block, this.styles, this.width)) this.#print(line);
      this.#hasSaid = true;
    }
  }

  #think(delta: string): void {
    const lines = printable(delta).split("\n");
    for (const [index, text] of lines.entries()) this.write((index === 0 ? "" : "\n") + this.styles.dim(text));
  }

  #print(line: string): void {
    this.#wasBlank = line === "";
    this.#unfinishedLine = undefined;
    if (this.#held === undefined) this.#region.print(line);
    else this.#held = [...this.#held, line].slice(-MOST_HELD);
  }
}

/** Rows that can be seen at most: more of a code need not be drawn until it is finished. */
const TAIL = 60;

function tail(text: string): string {
  return text.split("\n").slice(-TAIL).join("\n");
}
