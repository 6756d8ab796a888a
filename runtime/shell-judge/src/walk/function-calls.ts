import { type Command, type Function as FunctionNode, forEachChild, parse, type SyntaxNode } from "unbash";
import { decidesNothing } from "./endless-loop.ts";
import type { Steps } from "./steps.ts";

/** A function of the line, and the text that it stands in. */
export interface KnownFunction {
  readonly node: FunctionNode;
  readonly source: string;
}

/** What starts a process for what stands in it. */
const SPAWNS: ReadonlySet<SyntaxNode["type"]> = new Set([
  "Subshell",
  "CommandExpansion",
  "ProcessSubstitution",
  "Coproc",
]);

/** What makes a call depend on something, so that it can end. */
const DEPENDS: ReadonlySet<SyntaxNode["type"]> = new Set(["If", "Case", "While", "For", "AndOr", "Select"]);

/** Does a function reach itself, where nothing decides it? `bomb`: by a process each time; `endless`: in one. */
export function selfCall(
  name: string,
  functions: ReadonlyMap<string, KnownFunction>,
  steps: Steps,
): "bomb" | "endless" | undefined {
  const own = reached(name, functions, steps).filter((call) => call.name === name);
  if (own.some(({ spawns }) => spawns)) return "bomb";
  return own.length > 0 ? "endless" : undefined;
}

/** All calls that a call of a function is sure to lead to, each kind of them once. */
function reached(name: string, functions: ReadonlyMap<string, KnownFunction>, steps: Steps): readonly Call[] {
  const seen = new Map<string, Call>();
  const waiting: Call[] = [{ name, spawns: false }];
  for (let call = waiting.pop(); call !== undefined; call = waiting.pop()) {
    const { spawns } = call;
    const calls = callsOf(call.name, functions, steps);
    steps.take(1 + calls.length);
    for (const one of calls) {
      const inner = { ...one, spawns: spawns || one.spawns };
      if (seen.has(keyOf(inner))) continue;
      seen.set(keyOf(inner), inner);
      if (inner.name !== name) waiting.push(inner);
    }
  }
  return [...seen.values()];
}

interface Call {
  readonly name: string;
  readonly spawns: boolean;
}

function keyOf({ name, spawns }: Call): string {
  return `${name} ${spawns}`;
}

/** The body of a function is read once, however many others call it. */
const CALLS = new WeakMap<KnownFunction, readonly Call[]>();

function callsOf(own: string, functions: ReadonlyMap<string, KnownFunction>, steps: Steps): readonly Call[] {
  const known = functions.get(own);
  if (known === undefined) return [];
  const calls = CALLS.get(known) ?? readCalls(known, functions, steps);
  CALLS.set(known, calls);
  return calls;
}

function readCalls(known: KnownFunction, functions: ReadonlyMap<string, KnownFunction>, steps: Steps): readonly Call[] {
  const own = known.source.slice(known.node.name.pos, known.node.name.end);
  const calls = new Map<string, Call>();
  let ends = false;
  const visit = (node: SyntaxNode, inProcess: boolean, depends: boolean): void => {
    steps.take();
    const spawns = inProcess || startsProcess(node);
    if (node.type === "Command") {
      ends ||= /^(?:return|exit)$/.test(node.name?.value ?? "");
      const called = depends ? [] : callsBy(node, own, functions);
      for (const call of called.map((one) => ({ ...one, spawns: spawns || one.spawns }))) calls.set(keyOf(call), call);
    }
    const decided = depends || (DEPENDS.has(node.type) && !decidesNothing(node));
    const always = unconditional(node);
    forEachChild(node, (child) => visit(child, spawns, always.has(child) ? depends : decided));
  };
  visit(known.node.body, false, false);
  return ends ? [] : [...calls.values()];
}

function startsProcess(node: SyntaxNode): boolean {
  if (node.type === "Pipeline") return node.commands.length > 1;
  return SPAWNS.has(node.type) || (node.type === "Statement" && node.background === true);
}

/** What runs whatever comes of it: the first of several, the test itself. */
function unconditional(node: SyntaxNode): ReadonlySet<SyntaxNode> {
  if (node.type === "AndOr") return new Set(node.commands.slice(0, 1));
  return new Set(node.type === "If" || node.type === "While" ? [node.clause] : []);
}

/** The functions that a command calls: by its name, `$FUNCNAME`, or in a text. */
function callsBy(command: Command, own: string, functions: ReadonlyMap<string, KnownFunction>): readonly Call[] {
  const { name } = command;
  if (name === undefined) return [];
  if (/^"?\$(?:FUNCNAME|\{FUNCNAME(?:\[0\])?\})"?$/.test(name.text)) return [{ name: own, spawns: false }];
  if (functions.has(name.value)) return [{ name: name.value, spawns: false }];
  return /^(?:eval|bash|sh|trap)$/.test(name.value) ? textCalls(command, functions) : [];
}

/** Calls in the text of `eval`, `trap` or `bash -c`; where bash begins anew for it, each of them is a process. */
function textCalls({ name, args }: Command, functions: ReadonlyMap<string, KnownFunction>): readonly Call[] {
  const own = name?.value ?? "";
  const words = args.flatMap((word) => (word.type === "Word" ? [word.value] : []));
  const text = own === "eval" ? words.join(" ") : words.find((word) => !word.startsWith("-"));
  if (text === undefined || text.length > 1_000) return [];
  const found: Call[] = [];
  const visit = (node: SyntaxNode): void => {
    const called = node.type === "Command" ? node.name?.value : undefined;
    if (called !== undefined && functions.has(called)) found.push({ name: called, spawns: own !== "eval" });
    forEachChild(node, visit);
  };
  visit(parse(text));
  return found;
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
