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

/**
 * Whether a function reaches itself, also by way of others. `bomb`: it starts a process each time and nothing decides
 * whether it does; `endless`: nothing decides it either, in one process; `calls`: in any other way.
 */
export function selfCall(
  name: string,
  functions: ReadonlyMap<string, KnownFunction>,
  steps: Steps,
): "bomb" | "endless" | "calls" | undefined {
  const own = reached(name, functions, steps).filter((call) => call.name === name);
  const sure = own.filter((call) => call.sure && !call.depends);
  if (sure.some(({ spawns }) => spawns)) return "bomb";
  if (sure.length > 0) return "endless";
  return own.length > 0 ? "calls" : undefined;
}

/** All calls that a call of a function leads to, each kind of them once. */
function reached(name: string, functions: ReadonlyMap<string, KnownFunction>, steps: Steps): readonly Call[] {
  const seen = new Map<string, Call>();
  const waiting: Call[] = [{ name, spawns: false, depends: false, sure: true }];
  for (let call = waiting.pop(); call !== undefined; call = waiting.pop()) {
    const calls = callsOf(call, functions, steps);
    steps.take(1 + calls.length);
    for (const inner of calls) {
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
  readonly depends: boolean;
  /** It is the function that is called, and no program of the same name. */
  readonly sure: boolean;
}

function keyOf({ name, spawns, depends, sure }: Call): string {
  return `${name} ${spawns} ${depends} ${sure}`;
}

function callsOf(from: Call, functions: ReadonlyMap<string, KnownFunction>, steps: Steps): readonly Call[] {
  const known = functions.get(from.name);
  if (known === undefined) return [];
  const calls = CALLS.get(known) ?? readCalls({ own: from.name, known }, functions, steps);
  CALLS.set(known, calls);
  return calls.map(({ name, spawns, depends, sure }) => ({
    name,
    spawns: spawns || from.spawns,
    depends: depends || from.depends,
    sure: sure && from.sure,
  }));
}

/** The body of a function is read once, however many others call it. */
const CALLS = new WeakMap<KnownFunction, readonly Call[]>();

function readCalls(
  { own, known }: { readonly own: string; readonly known: KnownFunction },
  functions: ReadonlyMap<string, KnownFunction>,
  steps: Steps,
): readonly Call[] {
  const calls: Call[] = [];
  let ends = false;
  const visit = (node: SyntaxNode, at: Call): void => {
    steps.take();
    if (node.type === "Command") {
      calls.push(
        ...callsBy(node, own, functions).map((call) => ({ ...at, ...call, spawns: at.spawns || call.spawns })),
      );
      ends ||= /^(?:return|exit)$/.test(node.name?.value ?? "");
    }
    const spawns = at.spawns || startsProcess(node);
    const depends = at.depends || (DEPENDS.has(node.type) && !decidesNothing(node));
    const always = unconditional(node);
    forEachChild(node, (child) => visit(child, { ...at, spawns, depends: always.has(child) ? at.depends : depends }));
  };
  visit(known.node.body, { name: "", spawns: false, depends: false, sure: true });
  const all = ends ? calls.map((call) => ({ ...call, depends: true })) : calls;
  return [...new Map(all.map((call) => [keyOf(call), call])).values()];
}

function startsProcess(node: SyntaxNode): boolean {
  if (node.type === "Pipeline") return node.commands.length > 1;
  return SPAWNS.has(node.type) || (node.type === "Statement" && node.background === true);
}

/** What one command calls; where bash begins anew for a text, each call in it is a process. */
function callsBy(
  node: Command,
  own: string,
  functions: ReadonlyMap<string, KnownFunction>,
): readonly Omit<Call, "depends">[] {
  const named = namesCalled(node, own, functions);
  const inText = named.some(({ name }) => name === "") ? textCalls(node, functions) : [];
  return [...named.filter(({ name }) => functions.has(name)).map((call) => ({ ...call, spawns: false })), ...inText];
}

/** What runs whatever comes of it: the first of several, the test itself. */
function unconditional(node: SyntaxNode): ReadonlySet<SyntaxNode> {
  if (node.type === "AndOr") return new Set(node.commands.slice(0, 1));
  return new Set(node.type === "If" || node.type === "While" ? [node.clause] : []);
}

/** The names that a command calls: its own, what it hands on, `$FUNCNAME`; "" stands for a text that is evaluated. */
function namesCalled(
  { name, args }: Command,
  own: string,
  functions: ReadonlyMap<string, KnownFunction>,
): readonly Pick<Call, "name" | "sure">[] {
  if (name === undefined) return [];
  if (/^"?\$(?:FUNCNAME|\{FUNCNAME(?:\[0\])?\})"?$/.test(name.text)) return [{ name: own, sure: true }];
  const first = name.value;
  if (/^(?:eval|bash|sh|trap)$/.test(first) && !functions.has(first)) return [{ name: "", sure: true }];
  const rest = args.flatMap((word) => (word.type === "Word" ? [word.value] : [])).slice(0, 3);
  // `nohup f` and `command f` run a program of that name, if they run anything.
  return [{ name: first, sure: true }, ...rest.map((value) => ({ name: value, sure: false }))];
}

/** Calls in the text of `eval`, `trap` or `bash -c`. */
function textCalls(
  { name, args }: Command,
  functions: ReadonlyMap<string, KnownFunction>,
): readonly Omit<Call, "depends">[] {
  const own = name?.value ?? "";
  const words = args.flatMap((word) => (word.type === "Word" ? [word.value] : []));
  const text = own === "eval" ? words.join(" ") : words.find((word) => !word.startsWith("-"));
  if (text === undefined || text.length > 1_000) return [];
  const found: Omit<Call, "depends">[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type === "Command" && functions.has(node.name?.value ?? ""))
      found.push({ name: node.name?.value ?? "", spawns: own !== "eval", sure: true });
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
