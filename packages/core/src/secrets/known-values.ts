import type { ScrubStream, Secret } from "./scrubber.ts";
import { maskOf } from "./secret.ts";
import { brokenForms, secretForms } from "./secret-forms.ts";

/** Finds given values in a text, all of them at once, in time that does not depend on how many there are. */
export interface KnownValues {
  /** False only when no value is in the text. */
  mayHold(text: string): boolean;
  /** Those whose values are in the text. */
  secretsIn(text: string): readonly Secret[];
  /** Three characters of every form of every value. */
  readonly pieces: ReadonlySet<string>;
  stream(): ScrubStream;
}

/** Values shorter than this are not matched. */
const SHORTEST = 8;

/** So many first characters of a value say nothing about it yet. */
const HARMLESS = 3;

/** Undefined when there is nothing to look for. */
export function knownValues(secrets: readonly Secret[]): KnownValues | undefined {
  const forms = formsOf(secrets);
  if (forms.length === 0) return undefined;
  // Most texts hold none of the pieces, and most runs no text that does: what says for sure is made when one comes.
  let start: RegExp | undefined;
  let made: Node | undefined;
  const trie = () => (made ??= trieOf(forms));
  const mayHold = (text: string): boolean => (start ??= startOf(forms)).test(text);
  return {
    mayHold,
    secretsIn: (text) => (mayHold(text) ? foundIn(trie(), text) : []),
    pieces: new Set(forms.flatMap(piecesOf)),
    stream: () => new KnownValueStream(trie()),
  };
}

function foundIn(root: Node, text: string): readonly Secret[] {
  const secrets = new Set<Secret>();
  let node = root;
  for (let index = 0; index < text.length; index++) {
    node = step(root, node, text.charCodeAt(index));
    if (node.secret !== undefined) secrets.add(node.secret);
  }
  return [...secrets];
}

interface Form {
  readonly form: string;
  readonly secret: Secret;
  /** Lines may be broken anywhere in it. */
  readonly breaks?: true;
}

function formsOf(secrets: readonly Secret[]): readonly Form[] {
  return secrets
    .filter(({ value }) => value.length >= SHORTEST)
    .flatMap((secret) => [
      ...Array.from(secretForms(secret.value), (form) => ({ form, secret })),
      ...brokenForms(secret.value).map((form) => ({ form, secret, breaks: true as const })),
    ]);
}

function startOf(forms: readonly Form[]): RegExp {
  const starts = forms.map(({ form, breaks }) => {
    const letters = [...form.slice(0, 4)].map(escapeRegExp);
    return letters.join(breaks === true ? "\\r?\\n?" : "");
  });
  return new RegExp([...new Set(starts)].join("|"));
}

/** Where a line may be broken, a second piece: a break can stand in one of them only. */
function piecesOf({ form, breaks }: Form): readonly string[] {
  const piece = rarestPiece(form);
  const behind = form.slice(form.indexOf(piece) + 3);
  const other = behind.length >= 3 ? behind : form.slice(0, form.indexOf(piece));
  return breaks === true && other.length >= 3 ? [piece, rarestPiece(other)] : [piece];
}

/** How far into a form its rarest piece is looked for. */
const LOOKED_AT = 32;

/** Texts are mostly small letters: the three characters with the fewest of them are the least likely to be found. */
function rarestPiece(form: string): string {
  let [rarest, fewest] = [0, 4];
  for (let at = 0; at < Math.min(form.length - 2, LOOKED_AT); at++) {
    const letters = isSmall(form, at) + isSmall(form, at + 1) + isSmall(form, at + 2);
    if (letters < fewest) [rarest, fewest] = [at, letters];
  }
  return form.slice(rarest, rarest + 3);
}

function isSmall(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 97 && code <= 122 ? 1 : 0;
}

/** One state of an Aho-Corasick automaton: a beginning of one or more values. */
interface Node {
  readonly next: Map<number, Node>;
  readonly depth: number;
  /** The longest other beginning that this one ends with. */
  fail: Node | undefined;
  /** The longest value that ends here. */
  length: number;
  mask: string;
  secret: Secret | undefined;
  /** The mask of a value that begins like this. */
  readonly begins: string;
}

function makeTrie(depth = 0, begins = ""): Node {
  return { next: new Map(), depth, fail: undefined, length: 0, mask: "", secret: undefined, begins };
}

function trieOf(forms: readonly Form[]): Node {
  const root = makeTrie();
  for (const { form, secret } of forms) insert(root, form, secret);
  link(root);
  for (const { form, secret, breaks } of forms) if (breaks === true) insertBroken(root, form, secret);
  return root;
}

/** The shortest line that programs break base64 into. */
const SHORTEST_LINE = 60;

/**
 * Puts beside the states of a value those in which one, two … lines were broken. Wherever the breaks stand, what follows is the same,
 * so that there is one more row of states for each break, and not one for each place. Such states fall back to the start.
 */
function insertBroken(root: Node, value: string, secret: Secret): void {
  const mask = maskOf(secret.name);
  for (const end of ["\n", "\r\n"]) {
    let row = statesOf(root, value);
    for (let breaks = 1; breaks <= 1 + Math.floor(value.length / SHORTEST_LINE); breaks++) {
      const broken = row.map((_, at) => fallingBack(root, at + breaks * end.length, mask));
      for (let at = 1; at < value.length; at++) {
        connect(root, row[at], { end, to: broken[at], mask, depth: at + (breaks - 1) * end.length });
        broken[at]?.next.set(value.charCodeAt(at), broken[at + 1] ?? root);
      }
      const last = broken[value.length];
      if (last !== undefined) Object.assign(last, { length: last.depth, mask, secret });
      row = broken;
    }
  }
}

/** The states of a value that was inserted, the first of them the start. */
function statesOf(root: Node, value: string): readonly (Node | undefined)[] {
  const states: (Node | undefined)[] = [root];
  for (let at = 0; at < value.length; at++) states.push(states[at]?.next.get(value.charCodeAt(at)));
  return states;
}

function fallingBack(root: Node, depth: number, mask: string): Node {
  const node = makeTrie(depth, mask);
  node.fail = root;
  return node;
}

/** A break leads from one row to the next, unless another value goes on with it. */
function connect(
  root: Node,
  from: Node | undefined,
  {
    end,
    to,
    mask,
    depth,
  }: { readonly end: string; readonly to: Node | undefined; readonly mask: string; readonly depth: number },
): void {
  if (from === undefined || to === undefined) return;
  const first = end.charCodeAt(0);
  if (end.length === 1) {
    if (!from.next.has(first)) from.next.set(first, to);
    return;
  }
  const between = from.next.get(first) ?? fallingBack(root, depth + 1, mask);
  from.next.set(first, between);
  if (!between.next.has(end.charCodeAt(1))) between.next.set(end.charCodeAt(1), to);
}

function insert(root: Node, value: string, secret: Secret): void {
  const mask = maskOf(secret.name);
  let node = root;
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index);
    let child = node.next.get(code);
    if (child === undefined) node.next.set(code, (child = makeTrie(index + 1, mask)));
    node = child;
  }
  if (node.length > 0) return;
  node.length = value.length;
  node.mask = mask;
  node.secret = secret;
}

/** Sets every `fail`, breadth first: those of shorter beginnings are set before they are followed. */
function link(root: Node): void {
  const queue = [root];
  for (const node of queue) {
    for (const [code, child] of node.next) {
      child.fail = node === root ? root : step(root, node.fail ?? root, code);
      if (child.length === 0) {
        child.length = child.fail.length;
        child.mask = child.fail.mask;
        child.secret = child.fail.secret;
      }
      queue.push(child);
    }
  }
}

function step(root: Node, from: Node, code: number): Node {
  let node: Node | undefined = from;
  while (node !== undefined) {
    const next = node.next.get(code);
    if (next !== undefined) return next;
    node = node.fail;
  }
  return root;
}

interface Region {
  readonly start: number;
  readonly end: number;
  /** Empty when it was emitted already. */
  readonly mask: string;
}

/** Holds back only what could still be the beginning of a value. Values that overlap become one mask, named after the first. */
class KnownValueStream implements ScrubStream {
  readonly #root: Node;
  #node: Node;
  #held = "";
  #regions: Region[] = [];
  /** How much of `#held` was let out by a pause, and whether as a mask. */
  #shown = 0;
  #isCovered = false;

  constructor(root: Node) {
    this.#root = root;
    this.#node = root;
  }

  push(chunk: string): string {
    const text = this.#held + chunk;
    let node = this.#node;
    for (let index = this.#held.length; index < text.length; index++) {
      node = step(this.#root, node, text.charCodeAt(index));
      if (node.length > 0) this.#add({ start: index + 1 - node.length, end: index + 1, mask: node.mask });
    }
    this.#node = node;
    return this.#emit(text, text.length - node.depth);
  }

  pause(mayGoOn = false): string {
    const { depth, begins } = this.#node;
    if (mayGoOn && depth > HARMLESS) return "";
    const wasCovered = this.#isCovered;
    const shown = this.#held.slice(this.#shown);
    this.#shown = this.#held.length;
    if (depth <= HARMLESS) return shown;
    this.#isCovered = true;
    return wasCovered || shown === "" ? "" : begins;
  }

  end(): string {
    const text = this.#held;
    this.#node = this.#root;
    return this.#emit(text, text.length);
  }

  #add(found: Region): void {
    let { start, end, mask } = found;
    for (let last = this.#regions.at(-1); last !== undefined && last.end > start; last = this.#regions.at(-1)) {
      this.#regions.pop();
      if (last.start < start || last.mask === "") ({ start, mask } = last);
      end = Math.max(end, last.end);
    }
    this.#regions.push({ start, end, mask });
  }

  /** Everything before `safe` is decided: no value that is still to come starts there. */
  #emit(text: string, safe: number): string {
    let shown = "";
    let cursor = 0;
    const open: Region[] = [];
    for (const { start, end, mask } of this.#regions) {
      if (start >= safe && mask !== "") {
        open.push({ start: start - safe, end: end - safe, mask });
        continue;
      }
      shown += text.slice(Math.max(cursor, this.#shown), start);
      if (start >= this.#shown || !this.#isCovered) shown += mask;
      cursor = end;
      if (end > safe) open.push({ start: 0, end: end - safe, mask: "" });
    }
    this.#regions = open;
    this.#held = text.slice(safe);
    shown += text.slice(Math.max(cursor, this.#shown), Math.max(cursor, safe));
    this.#shown = Math.max(0, this.#shown - safe);
    this.#isCovered &&= this.#shown > 0;
    return shown;
  }
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
