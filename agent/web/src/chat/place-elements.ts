import type { ProseNode } from "./replace-texts.ts";

/** The elements of HTML that are drawn, written in these forms alone. */
const TAG = /<(\/?)(br|sub|sup|kbd|details|summary)( open)?[ \t]*\/?>/gi;
/** Elements within each other; no answer that is meant to be read has more. */
const DEEPEST = 16;

type Token = { readonly kind: "node"; readonly node: ProseNode } | Tag;

interface Tag {
  readonly kind: "open" | "close" | "empty";
  readonly name: string;
  /** As it was written. */
  readonly text: string;
  readonly isOpen: boolean;
}

interface Level {
  readonly tag: Tag;
  readonly children: ProseNode[];
}

/** A step behind the parser: a few elements of HTML, which can do nothing, are drawn; all others stay text. */
export function placeElements(): (tree: ProseNode) => void {
  return (tree) => {
    const left = [tree];
    for (let node = left.pop(); node !== undefined; node = left.pop()) {
      if (node.children === undefined) continue;
      left.push(...node.children);
      if (node.children.some(({ type }) => type === "raw")) node.children = nested(node.children.flatMap(tokensOf));
    }
  };
}

function tokensOf(node: ProseNode): readonly Token[] {
  const { type, value = "" } = node;
  if (type !== "raw") return [{ kind: "node", node }];
  const tokens: Token[] = [];
  let from = 0;
  for (const { 0: text, 1: slash, 2: called = "", 3: open, index } of value.matchAll(TAG)) {
    const name = called.toLowerCase();
    const kind = name === "br" ? "empty" : slash === "/" ? "close" : "open";
    tokens.push(plain(value.slice(from, index)), { kind, name, text, isOpen: open !== undefined });
    from = index + text.length;
  }
  return [...tokens, plain(value.slice(from))];
}

function plain(value: string): Token {
  return { kind: "node", node: { type: "text", value } };
}

/** What stands between two tags is within their element. A tag without its other one is text, but for `<details>`. */
function nested(tokens: readonly Token[]): ProseNode[] {
  const root: ProseNode[] = [];
  const levels: Level[] = [];
  const inner = () => levels.at(-1)?.children ?? root;
  for (const token of tokens) {
    if (token.kind === "node") inner().push(token.node);
    else if (token.kind === "empty") inner().push(element(token, []));
    else if (token.kind === "open" && levels.length < DEEPEST) levels.push({ tag: token, children: [] });
    else if (token.kind === "close" && levels.some(({ tag }) => tag.name === token.name)) closeUpTo(token.name);
    else inner().push({ type: "text", value: token.text });
  }
  while (levels.length > 0) end();
  return root;

  function closeUpTo(name: string): void {
    while (levels.at(-1)?.tag.name !== name) end();
    const closed = levels.pop();
    if (closed !== undefined) inner().push(element(closed.tag, closed.children));
  }

  function end(): void {
    const ended = levels.pop();
    if (ended === undefined) return;
    const { tag, children } = ended;
    // It may yet be written to its end.
    if (tag.name === "details") inner().push(element(tag, children));
    else inner().push({ type: "text", value: tag.text }, ...children);
  }
}

function element({ name, isOpen }: Tag, children: ProseNode[]): ProseNode {
  return {
    type: "element",
    tagName: name,
    properties: name === "details" && isOpen ? { open: "open" } : {},
    children,
  };
}
