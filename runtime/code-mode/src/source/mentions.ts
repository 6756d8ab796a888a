import { isNode, type SyntaxNode, visitNodes } from "./nodes.ts";
import { parseProgram } from "./parse-program.ts";

/** Which tools a source mentions. For display: nothing may be decided by it. */
export interface Mentions {
  /** As the source writes them, in the order of their first place. */
  readonly names: readonly string[];
  /** Tools are found by other means, too: `tools[name]`, or `tools` passed on. */
  readonly any: boolean;
}

/** What can reach `tools` without naming it. */
const OTHER_WAYS: ReadonlySet<unknown> = new Set(["globalThis", "eval", "Function", "constructor"]);

/** Reads which tools a source mentions as `tools.x`, `tools["x"]` or `const { x } = tools`. */
export async function mentionedTools(source: string): Promise<Mentions> {
  const { program } = await parseProgram(source);
  if (program === undefined) return { names: [], any: true };
  const names = new Set<string>();
  let any = false;
  visitNodes(program, (node, parent) => {
    if (isName(node, parent) && OTHER_WAYS.has(node.name)) any = true;
    if (node.type !== "Identifier" || node.name !== "tools" || isKey(node, parent)) return;
    const found = namesAt(node, parent);
    if (found === undefined) any = true;
    for (const name of found ?? []) names.add(name);
  });
  return { names: [...names], any };
}

/** Undefined where it cannot be read which tools are meant. */
function namesAt(node: SyntaxNode, parent: SyntaxNode | undefined): readonly string[] | undefined {
  if (parent?.type === "MemberExpression" && parent.object === node) {
    const name = keyOf(parent.property, parent.computed);
    return name === undefined ? undefined : [name];
  }
  return parent?.type === "VariableDeclarator" && parent.init === node ? patternNames(parent.id) : undefined;
}

function patternNames(pattern: unknown): readonly string[] | undefined {
  if (!isNode(pattern) || pattern.type !== "ObjectPattern" || !Array.isArray(pattern.properties)) return undefined;
  const names = pattern.properties.map((property) => keyOf(property.key, property.computed));
  const known = names.filter((name) => name !== undefined);
  return known.length === names.length ? known : undefined;
}

function keyOf(key: unknown, computed: unknown): string | undefined {
  if (!isNode(key)) return undefined;
  if (key.type === "Identifier" && computed !== true) return String(key.name);
  return key.type === "Literal" && typeof key.value === "string" ? key.value : undefined;
}

/** Whether a name is the key of a field: `{ tools: 1 }`. What has such a field (`x.tools`) may be the global object. */
function isKey(node: SyntaxNode, parent: SyntaxNode | undefined): boolean {
  return parent?.type === "Property" && parent.key === node && parent.value !== node && parent.computed !== true;
}

function isName(node: SyntaxNode, parent: SyntaxNode | undefined): boolean {
  return node.type === "Identifier" && !isKey(node, parent);
}
