import type { Expression, Function as FunctionNode, Program } from "acorn";
import { isNode, type SyntaxNode, visitNodes } from "./nodes.ts";

/**
 * A program with the `return` and the call that its model left out: the value of its last statement is returned, and a
 * function is called that is the whole program or that it returns. No line moves.
 */
export function withReturn(source: string, program: Program): string {
  const own = ownNodes(program);
  const last = program.body.findLast(({ type }) => type !== "FunctionDeclaration" && type !== "EmptyStatement");
  if (last?.type === "ReturnStatement" && last.argument) return edited(source, callOf(last.argument, program));
  if (own.some(({ type }) => type === "ReturnStatement")) return source;
  if (last?.type === "ExpressionStatement") {
    const { start, expression } = last;
    if (isFunction(expression) && argumentOf(expression) === undefined) return source;
    return edited(source, [[start, "return "], ...callOf(expression, program)]);
  }
  const [only, ...others] = own.some(({ type }) => ACTS.has(type)) ? [] : uncalledFunctions(program);
  const given = only && others.length === 0 ? argumentOf(only.node) : undefined;
  return given === undefined ? source : `${source}\nreturn ${only?.name}(${given});`;
}

/** What a program consists of that runs by itself: without the bodies of its functions. */
function ownNodes(program: Program): readonly SyntaxNode[] {
  const own: SyntaxNode[] = [];
  visitNodes(program, (node) => {
    own.push(node);
    return !isFunction(node);
  });
  return own;
}

const ACTS: ReadonlySet<string> = new Set([
  "AwaitExpression",
  "CallExpression",
  "ImportExpression",
  "NewExpression",
  "TaggedTemplateExpression",
]);

/** A text that is put in, and where. */
type Edit = readonly [position: number, text: string];

/** The edits stand in the order of their positions. */
function edited(source: string, edits: readonly Edit[]): string {
  return edits.reduceRight((text, [at, part]) => text.slice(0, at) + part + text.slice(at), source);
}

/** A function in place of a value is meant to be called. */
function callOf(expression: Expression, program: Program): readonly Edit[] {
  const { start, end } = expression;
  const named = uncalledFunctions(program, expression).find(({ name }) => isNamed(expression, name));
  const given = argumentOf(named?.node ?? expression);
  return given === undefined
    ? []
    : [
        [start, "("],
        [end, `)(${given})`],
      ];
}

/** What a function is called with: `tools`, where it takes nothing else. Undefined where that is not known. */
function argumentOf(node: Expression | FunctionNode): string | undefined {
  if (!isFunction(node)) return undefined;
  const [first, ...others] = node.params;
  if (first === undefined) return "";
  if (others.length > 0) return undefined;
  if (isNamed(first, "tools")) return "tools";
  const isByName = first.type === "ObjectPattern" && first.properties.some(isTools);
  return isByName ? "{ tools }" : undefined;
}

const isTools = (property: object) => "key" in property && isNamed(property.key, "tools");

interface Named {
  readonly name: string;
  readonly node: FunctionNode;
}

/** Functions of the program that it mentions nowhere but in themselves, and in the expression that is left out. */
function uncalledFunctions(program: Program, leftOut?: Expression): readonly Named[] {
  const declared = declaredFunctions(program);
  if (declared.length === 0) return [];
  // Read once for all of them: a program may be thousands of functions.
  const places = new Map<string, number[]>();
  visitNodes(program, (node, parent) => {
    const isDeclared = parent?.type === "VariableDeclarator" && parent.id === node;
    if (node.type !== "Identifier" || isDeclared || node.start === leftOut?.start) return;
    const name = String(node.name);
    const known = places.get(name);
    if (known) known.push(node.start);
    else places.set(name, [node.start]);
  });
  return declared.filter(({ name, node: { start, end } }) =>
    (places.get(name) ?? []).every((place) => place >= start && place < end),
  );
}

function declaredFunctions({ body }: Program): readonly Named[] {
  return body.flatMap((statement): Named[] => {
    if (statement.type === "FunctionDeclaration") return [{ name: statement.id.name, node: statement }];
    if (statement.type !== "VariableDeclaration") return [];
    return statement.declarations.flatMap(({ id, init }) =>
      id.type === "Identifier" && init && isFunction(init) ? [{ name: id.name, node: init }] : [],
    );
  });
}

function isFunction<T extends { readonly type: string }>(node: T): node is T & FunctionNode {
  return /^(?:Arrow)?Function(?:Declaration|Expression)$/.test(node.type);
}

function isNamed(node: unknown, name: string): boolean {
  return isNode(node) && node.type === "Identifier" && node.name === name;
}
