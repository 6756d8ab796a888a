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

/** The automaton that finds all forms at once. */
export function trieOf(forms: readonly Form[]): Node {
  const root = makeTrie();
  for (const { form, secret } of forms) insert(root, form, secret);
  link(root);
  for (const { form, secret, breaks } of forms) if (breaks === true) insertBroken(root, form, secret);
  return root;
}

/** The shortest line that programs break base64 into. */
const SHORTEST_LINE = 60;

/**
 * Puts beside the states of a value those in which one, two … lines were broken. Wherever the breaks stand, what
 * follows is the same, so that there is one more row of states for each break, and not one for each place. Such states
 * fall back to the start.
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

/** Where one more character leads. */
export function step(root: Node, from: Node, code: number): Node {
  let node: Node | undefined = from;
  while (node !== undefined) {
    const next = node.next.get(code);
    if (next !== undefined) return next;
    node = node.fail;
  }
  return root;
}
