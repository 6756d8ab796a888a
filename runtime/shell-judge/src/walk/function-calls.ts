import { type Command, type Function as FunctionNode, forEachChild, type SyntaxNode } from "unbash";
import { decidesNothing } from "./endless-loop.ts";
import type { Steps } from "./steps.ts";

/** A function of the line, and the text that it stands in. */
export interface KnownFunction {
  readonly node: FunctionNode;
  readonly source: string;
}

/** What makes a call depend on something, so that it can end. */
const DEPENDS: ReadonlySet<SyntaxNode["type"]> = new Set(["If", "Case", "While", "For", "AndOr", "Select"]);

/** Is a call of a function sure to lead to another one of it, where nothing decides it? Then it never ends. */
export function callsItself(name: string, functions: ReadonlyMap<string, KnownFunction>, steps: Steps): boolean {
  const waiting = [name];
  for (const caller of waiting) {
    const calls = callsOf(caller, functions, steps);
    steps.take(1 + calls.length);
    if (calls.includes(name)) return true;
    waiting.push(...calls.filter((call) => !waiting.includes(call)));
  }
  return false;
}

/** The body of a function is read once, however many others call it. */
const CALLS = new WeakMap<KnownFunction, readonly string[]>();

function callsOf(name: string, functions: ReadonlyMap<string, KnownFunction>, steps: Steps): readonly string[] {
  const known = functions.get(name);
  if (known === undefined) return [];
  const calls = CALLS.get(known) ?? readCalls(known, functions, steps);
  CALLS.set(known, calls);
  return calls;
}

function readCalls({ node, source }: KnownFunction, functions: ReadonlyMap<string, KnownFunction>, steps: Steps) {
  const own = source.slice(node.name.pos, node.name.end);
  const calls = new Set<string>();
  let ends = false;
  const visit = (child: SyntaxNode, depends: boolean): void => {
    steps.take();
    ends ||= child.type === "Command" && /^(?:return|exit)$/.test(child.name?.value ?? "");
    if (child.type === "Command" && !depends) for (const call of calledBy(child, own)) calls.add(call);
    const decided = depends || (DEPENDS.has(child.type) && !decidesNothing(child));
    const always = unconditional(child);
    forEachChild(child, (inner) => visit(inner, always.has(inner) ? depends : decided));
  };
  visit(node.body, false);
  return ends ? [] : [...calls].filter((call) => functions.has(call));
}

/** What runs whatever comes of it: the first of several, the test itself. */
function unconditional(node: SyntaxNode): ReadonlySet<SyntaxNode> {
  if (node.type === "AndOr") return new Set(node.commands.slice(0, 1));
  return new Set(node.type === "If" || node.type === "While" ? [node.clause] : []);
}

/** The names that a command may call a function by: its own, `$FUNCNAME`, or what begins a command in a text. */
function calledBy({ name, args }: Command, own: string): readonly string[] {
  if (name === undefined) return [];
  if (/^"?\$(?:FUNCNAME|\{FUNCNAME(?:\[0\])?\})"?$/.test(name.text)) return [own];
  if (!/^(?:eval|bash|sh|trap)$/.test(name.value)) return [name.value];
  const texts = args.flatMap((word) => (word.type === "Word" ? [word.value.slice(0, 1_000)] : []));
  return texts.flatMap((text) => [...text.matchAll(/(?:^|[;&|(){}])\s*([^\s;&|(){}]+)/g)].map(([, call = ""]) => call));
}

/** The names of all functions that a script defines anywhere. */
export function functionsIn(node: SyntaxNode, source: string): readonly (readonly [string, KnownFunction])[] {
  const found: (readonly [string, KnownFunction])[] = [];
  const visit = (child: SyntaxNode): void => {
    if (child.type === "Function") {
      found.push([source.slice(child.name.pos, child.name.end), { node: child, source }]);
    }
    forEachChild(child, visit);
  };
  visit(node);
  return found;
}
