import { type Function as FunctionNode, forEachChild, type SyntaxNode } from "unbash";

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
 * whether it does; `calls`: in any other way.
 */
export function selfCall(name: string, functions: ReadonlyMap<string, KnownFunction>): "bomb" | "calls" | undefined {
  let found: "calls" | undefined;
  const seen = new Set<string>();
  const waiting: Call[] = [{ name, spawns: false, depends: false }];
  for (let call = waiting.pop(); call !== undefined; call = waiting.pop()) {
    for (const inner of callsOf(call, functions)) {
      if (inner.name === name && inner.spawns && !inner.depends) return "bomb";
      if (inner.name === name) found = "calls";
      const key = `${inner.name} ${inner.spawns} ${inner.depends}`;
      if (seen.has(key) || inner.name === name) continue;
      seen.add(key);
      waiting.push(inner);
    }
  }
  return found;
}

interface Call {
  readonly name: string;
  readonly spawns: boolean;
  readonly depends: boolean;
}

function callsOf(from: Call, functions: ReadonlyMap<string, KnownFunction>): readonly Call[] {
  const known = functions.get(from.name);
  if (known === undefined) return [];
  const calls = CALLS.get(known) ?? readCalls(known, functions);
  CALLS.set(known, calls);
  return calls.map(({ name, spawns, depends }) => ({
    name,
    spawns: spawns || from.spawns,
    depends: depends || from.depends,
  }));
}

/** The body of a function is read once, however many others call it. */
const CALLS = new WeakMap<KnownFunction, readonly Call[]>();

function readCalls(known: KnownFunction, functions: ReadonlyMap<string, KnownFunction>): readonly Call[] {
  const calls: Call[] = [];
  let ends = false;
  const visit = (node: SyntaxNode, at: Call): void => {
    if (node.type === "Command" && node.name !== undefined) {
      const names = [node.name, ...node.args].flatMap((word) => (word.type === "Word" ? [word.value] : []));
      ends ||= names[0] === "return" || names[0] === "exit";
      // A wrapper hands the name on: `command f`, `eval f`, `time f`.
      for (const name of names.slice(0, 4)) if (functions.has(name)) calls.push({ ...at, name });
    }
    const spawns =
      SPAWNS.has(node.type) ||
      (node.type === "Pipeline" && node.commands.length > 1) ||
      (node.type === "Statement" && node.background === true);
    const inside = { ...at, spawns: at.spawns || spawns, depends: at.depends || DEPENDS.has(node.type) };
    forEachChild(node, (child) => visit(child, inside));
  };
  visit(known.node.body, { name: "", spawns: false, depends: false });
  const all = ends ? calls.map((call) => ({ ...call, depends: true })) : calls;
  return [...new Map(all.map((call) => [`${call.name} ${call.spawns} ${call.depends}`, call])).values()];
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
