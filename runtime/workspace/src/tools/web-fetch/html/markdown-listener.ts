import { BlockWriter } from "./block-writer.ts";
import { BLOCKS, hrefOf, isHidden, SKIPPED, TIGHT } from "./elements.ts";
import type { HtmlListener } from "./html-to-text.ts";
import { TableWriter } from "./table-writer.ts";

/** How a page is written. */
export interface MarkdownOptions {
  /** Links are relative to it. */
  readonly base: URL;
  /** Text alone: no marks for links, emphasis, images and headings. */
  readonly plain: boolean;
}

interface Inline {
  readonly kind: string;
  readonly writer: BlockWriter;
  readonly href?: string;
}

const MARKS: ReadonlyMap<string, string> = new Map(
  Object.entries({ strong: "**", b: "**", em: "*", i: "*", code: "`", del: "~~", s: "~~" }),
);

/** Writes Markdown from what a reader of HTML hears. */
export class MarkdownListener implements HtmlListener {
  readonly #options: MarkdownOptions;
  readonly #blocks = new BlockWriter();
  /** Emphasis, links and cells that are open: their text is taken together. */
  readonly #inline: Inline[] = [];
  readonly #lists: { ordered: boolean; number: number }[] = [];
  readonly #table = new TableWriter();
  #skipped = 0;
  #pre: { readonly pieces: string[]; language: string } | undefined;
  #title: string[] | undefined;
  title = "";

  constructor(options: MarkdownOptions) {
    this.#options = options;
  }

  /** The page so far. */
  toString(): string {
    const title = this.title === "" ? "" : `Title: ${this.title}\n\n`;
    return title + this.#blocks.toString();
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (this.#skipped > 0 || SKIPPED.has(name) || isHidden(attributes)) this.#skipped += 1;
    else if (this.#pre !== undefined) this.#openInPre(name, attributes);
    else if (name === "title" && this.title === "") this.#title = [];
    else this.#openVisible(name, attributes);
  }

  text(text: string): void {
    if (this.#skipped > 0) return;
    if (this.#title !== undefined) this.#title.push(text);
    else if (this.#pre !== undefined) this.#pre.pieces.push(text);
    else this.#writer.text(text);
  }

  close(name: string): void {
    if (this.#skipped > 0) this.#skipped -= 1;
    else if (this.#title !== undefined) this.#closeTitle();
    else if (this.#pre !== undefined) this.#closeInPre(name);
    else this.#closeVisible(name);
  }

  get #writer(): BlockWriter {
    return this.#inline.at(-1)?.writer ?? this.#blocks;
  }

  #openVisible(name: string, attributes: ReadonlyMap<string, string>): void {
    if (BLOCKS.has(name)) this.#writer.break(TIGHT.has(name) || this.#isInnerList(name) ? 1 : 2);
    if (MARKS.has(name)) this.#openInline({ kind: MARKS.get(name) ?? "", writer: new BlockWriter() });
    else if (name === "a") this.#openLink(attributes);
    else if (name === "br") this.#writer.break(1);
    else if (name === "hr") this.#rule();
    else if (name === "img") this.#image(attributes);
    else if (name === "pre") this.#pre = { pieces: [], language: "" };
    else if (/^h[1-6]$/.test(name) && !this.#options.plain) this.#writer.text(`${"#".repeat(Number(name[1]))} `);
    else this.#openContainer(name, attributes);
  }

  #openContainer(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === "blockquote") this.#writer.enter("> ");
    else if (name === "ul" || name === "ol")
      this.#lists.push({ ordered: name === "ol", number: Number(attributes.get("start")) || 1 });
    else if (name === "li") this.#item();
    else if (name === "table") this.#table.open();
    else if (name === "td" || name === "th") this.#openCell();
  }

  #closeVisible(name: string): void {
    if (MARKS.has(name)) this.#closeInline(MARKS.get(name) ?? "");
    else if (name === "a") this.#closeInline("a");
    else if (name === "td" || name === "th") this.#closeCell();
    else if (name === "tr") this.#table.endRow();
    else if (name === "table") this.#closeTable();
    else if (name === "ul" || name === "ol") this.#lists.pop();
    else if (name === "blockquote" || name === "li") this.#writer.leave();
    if (BLOCKS.has(name)) this.#writer.break(TIGHT.has(name) || this.#isInnerList(name) ? 1 : 2);
  }

  #isInnerList(name: string): boolean {
    return (name === "ul" || name === "ol") && this.#lists.length > 0;
  }

  #item(): void {
    const list = this.#lists.at(-1);
    const marker = list?.ordered ? `${list.number++}. ` : "- ";
    this.#writer.enter(" ".repeat(marker.length), marker);
  }

  #rule(): void {
    this.#writer.break(2);
    this.#writer.text("---");
    this.#writer.break(2);
  }

  #image(attributes: ReadonlyMap<string, string>): void {
    const alt = attributes.get("alt")?.trim() ?? "";
    const source = hrefOf(attributes.get("src"), this.#options.base);
    if (alt === "") return;
    this.#writer.text(this.#options.plain || source === undefined ? alt : `![${alt}](${source})`);
  }

  #openLink(attributes: ReadonlyMap<string, string>): void {
    const href = hrefOf(attributes.get("href"), this.#options.base);
    this.#openInline({ kind: "a", writer: new BlockWriter(), ...(href !== undefined && { href }) });
  }

  #openCell(): void {
    if (this.#table.takesCells) this.#openInline({ kind: "cell", writer: new BlockWriter() });
    else this.#writer.text(" ");
  }

  #closeCell(): void {
    if (this.#table.takesCells) this.#closeInline("cell");
    else this.#writer.text(" ");
  }

  /** One of a kind at a time: what is inside another one of it belongs to that one. */
  #openInline(inline: Inline): void {
    if (!this.#inline.some(({ kind }) => kind === inline.kind)) this.#inline.push(inline);
  }

  /** Those that were left open inside it end with it. */
  #closeInline(kind: string): void {
    if (!this.#inline.some((inline) => inline.kind === kind)) return;
    for (let last = this.#inline.pop(); last !== undefined; last = this.#inline.pop()) {
      this.#write(last);
      if (last.kind === kind) return;
    }
  }

  #write({ kind, writer, href }: Inline): void {
    const text = oneLine(String(writer));
    const { before, after } = writer.margins;
    if (kind === "cell") this.#table.cell(text);
    else if (text !== "") this.#writer.text(before + (this.#options.plain ? text : marked(kind, text, href)) + after);
    else this.#writer.text(before + after);
  }

  #openInPre(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === "br") this.#pre?.pieces.push("\n");
    const language = /\blang(?:uage)?-([\w+#-]{1,20})/.exec(attributes.get("class") ?? "")?.[1];
    if (name === "code" && this.#pre !== undefined && language !== undefined) this.#pre.language = language;
  }

  #closeInPre(name: string): void {
    const pre = this.#pre;
    if (name !== "pre" || pre === undefined) return;
    this.#pre = undefined;
    const lines = pre.pieces
      .join("")
      .replace(/^\r?\n/, "")
      .trimEnd()
      .split(/\r?\n/);
    this.#writer.break(2);
    this.#writer.lines(this.#options.plain ? lines : [`\`\`\`${pre.language}`, ...lines, "```"]);
    this.#writer.break(2);
  }

  #closeTitle(): void {
    this.title = (this.#title ?? []).join("").replace(/\s+/g, " ").trim();
    this.#title = undefined;
  }

  #closeTable(): void {
    const rows = this.#table.close();
    this.#writer.break(2);
    this.#writer.lines(rows);
  }
}

function oneLine(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim())
    .join(" ");
}

function marked(kind: string, text: string, href: string | undefined): string {
  if (kind === "a") return href === undefined ? text : `[${text}](${href})`;
  return kind + text + kind;
}
