import type { Secret } from "./scrubber.ts";
import { maskOf } from "./secret.ts";

/** One way in which a value may be written. */
export interface Form {
  readonly form: string;
  readonly secret: Secret;
  /** Lines may be broken anywhere in it. */
  readonly breaks?: true;
}

/** One state of an Aho-Corasick automaton: a beginning of one or more values. */
export interface Node {
  readonly next: Map<number, Node>;
  /** Characters of the beginning, without breaks of lines in it. */
  readonly depth: number;
  /** Characters of breaks that may stand in it. */
  breaks: number;
  /** The longest other beginning that this one ends with. */
  fail: Node | undefined;
  /** The longest value that ends here, without breaks in it. */
  length: number;
  mask: string;
  secret: Secret | undefined;
  /** The mask of a value that begins like this. */
  readonly begins: string;
}

function makeNode(depth = 0, begins = "", fail?: Node): Node {
  return { next: new Map(), depth, breaks: 0, fail, length: 0, mask: "", secret: undefined, begins };
}

/** The automaton that finds all forms at once. */
export function trieOf(forms: readonly Form[]): Node {
  const root = makeNode();
  for (const { form, secret } of forms) insert(root, form, secret);
  link(root);
  const broken = makeNode();
  for (const { form, secret, breaks } of forms) if (breaks === true) insertBroken({ root, broken }, form, secret);
  return root;
}

/** The shortest line that programs break base64 into. */
const SHORTEST_LINE = 60;

/**
 * Puts beside the states of a value those behind a break. Wherever the breaks stand, what follows is the same, so that
 * there is one more state for each character, and not one for each break and character. Such states fall back to the
 * start.
 */
function insertBroken({ root, broken }: { readonly root: Node; readonly broken: Node }, value: string, secret: Secret) {
  const mask = maskOf(secret.name);
  const breaks = 2 * (1 + Math.floor(value.length / SHORTEST_LINE));
  let [plain, behind]: [Node | undefined, Node] = [root, broken];
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index);
    plain = plain?.next.get(code);
    const next: Node = behind.next.get(code) ?? makeNode(index + 1, mask, root);
    behind.next.set(code, next);
    behind = next;
    behind.breaks = Math.max(behind.breaks, breaks);
    for (const from of [plain, behind]) if (index < value.length - 1) connect(from, behind);
  }
  if (behind.length === 0) Object.assign(behind, { length: value.length, mask, secret });
}

const [LINE_FEED, CARRIAGE_RETURN] = [10, 13];

/** A break leads behind it, unless another value goes on with it. */
function connect(from: Node | undefined, behind: Node): void {
  if (from === undefined) return;
  const { depth, breaks, begins, fail } = behind;
  const between = from.next.get(CARRIAGE_RETURN) ?? { ...makeNode(depth, begins, fail), breaks };
  from.next.set(CARRIAGE_RETURN, between);
  for (const one of [from, between]) if (!one.next.has(LINE_FEED)) one.next.set(LINE_FEED, behind);
}

function insert(root: Node, value: string, secret: Secret): void {
  const mask = maskOf(secret.name);
  let node = root;
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index);
    let child = node.next.get(code);
    if (child === undefined) node.next.set(code, (child = makeNode(index + 1, mask)));
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

/** Where one more character leads. */
function step(root: Node, from: Node, code: number): Node {
  let node: Node | undefined = from;
  while (node !== undefined) {
    const next = node.next.get(code);
    if (next !== undefined) return next;
    node = node.fail;
  }
  return root;
}

/** Where the automaton is in a text. */
export class Reading {
  readonly #root: Node;
  node: Node;
  /** Characters of breaks in the beginning that was read last. */
  #breaks = 0;

  constructor(root: Node) {
    this.#root = root;
    this.node = root;
  }

  /** How much of what was read may be the beginning of a value. */
  get depth(): number {
    return this.node.depth + this.#breaks;
  }

  /** How much of what was read last is a value. */
  get length(): number {
    return this.node.length === 0 ? 0 : this.node.length + this.#breaks;
  }

  take(code: number): void {
    let { depth } = this;
    for (let from: Node | undefined = this.node; from !== undefined; from = from.fail, depth = from?.depth ?? 0) {
      const next = from.next.get(code);
      const breaks = depth + 1 - (next?.depth ?? 0);
      if (next === undefined || breaks > next.breaks) continue;
      this.node = next;
      this.#breaks = breaks;
      return;
    }
    this.node = this.#root;
    this.#breaks = 0;
  }
}
