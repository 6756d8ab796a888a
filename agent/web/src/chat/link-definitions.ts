import { DEFINITION, markdownParser } from "./markdown-parser.ts";

type Root = ReturnType<typeof markdownParser.parse>;
type Nodes = Root | Root["children"][number];
type Definition = Extract<Nodes, { readonly type: "definition" }>;

/** What the links of a text are, as Markdown, by their label. */
export type Definitions = ReadonlyMap<string, string>;

export const NO_DEFINITIONS: Definitions = new Map();

/** The definitions in the blocks of a text that grows: a block is read once. */
export class LinkDefinitions {
  #blocks: readonly string[] = [];
  #found: readonly Definitions[] = [];
  #all = NO_DEFINITIONS;

  /** The same map as long as nothing else is defined. */
  in(blocks: readonly string[]): Definitions {
    const found = blocks.map((block, place) => {
      return (block === this.#blocks[place] ? this.#found[place] : undefined) ?? definedIn(block);
    });
    this.#blocks = blocks;
    this.#found = found;
    // Of two with one label the first one counts.
    const all = new Map(found.toReversed().flatMap((definitions) => [...definitions].toReversed()));
    const isSame = all.size === this.#all.size && [...all].every(([label, text]) => this.#all.get(label) === text);
    if (!isSame) this.#all = all;
    return this.#all;
  }
}

/** A block after those definitions that its links name. */
export function withDefinitions(block: string, definitions: Definitions): string {
  if (definitions.size === 0 || !block.includes("[")) return block;
  const labels = new Set([...block.matchAll(/\[((?:[^[\]\\]|\\.){1,999})\]/g)].map(([, label = ""]) => normal(label)));
  const own = [...labels].flatMap((label) => definitions.get(label) ?? []);
  return own.length === 0 ? block : `${own.join("\n")}\n\n${block}`;
}

function definedIn(block: string): Definitions {
  if (!DEFINITION.test(block)) return NO_DEFINITIONS;
  const all = definitionsOf(markdownParser.parse(block));
  return new Map(all.map((one): [string, string] => [normal(one.label ?? one.identifier), written(one)]).toReversed());
}

function definitionsOf(node: Nodes): readonly Definition[] {
  if (node.type === "definition") return [node];
  return "children" in node ? node.children.flatMap(definitionsOf) : [];
}

/** Titles are not shown. */
function written({ label, identifier, url }: Definition): string {
  return `[${label ?? identifier}]: <${url.replace(/[<>\s]/g, encodeURIComponent)}>`;
}

/** Labels are compared in one case, with one blank for many. */
function normal(label: string): string {
  return label.replace(/\s+/g, " ").trim().toLowerCase().toUpperCase();
}
