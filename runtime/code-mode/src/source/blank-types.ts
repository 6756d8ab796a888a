import type { BlankedText } from "./blanked-text.ts";
import { isNode, type SyntaxNode } from "./nodes.ts";

/** Writes blanks over what of a node is a type. `false`: nothing is left of it. */
export function blankTypes(node: SyntaxNode, text: BlankedText): boolean {
  if (ONLY_TYPES.has(node.type) || node.declare === true || isWithoutBody(node)) {
    text.blank(node.start, node.end);
    return false;
  }
  BLANKERS.get(node.type)?.(node, text);
  return true;
}

/** A method of a class that is declared, and a field that others fill. */
function isWithoutBody({ type, value, abstract }: SyntaxNode): boolean {
  if (type === "PropertyDefinition") return abstract === true;
  return type === "MethodDefinition" && isNode(value) && value.type === "TSDeclareMethod";
}

/** Whether a node does something when the program runs, and is no JavaScript. */
export function isMoreThanTypes(node: SyntaxNode): boolean {
  return node.declare !== true && MORE_THAN_TYPES.has(node.type);
}

const MORE_THAN_TYPES: ReadonlySet<string> = new Set([
  "TSEnumDeclaration",
  "TSModuleDeclaration",
  "TSImportEqualsDeclaration",
  "TSExportAssignment",
  "TSParameterProperty",
]);

const ONLY_TYPES: ReadonlySet<string> = new Set([
  "TSTypeAnnotation",
  "TSTypeParameterDeclaration",
  "TSTypeParameterInstantiation",
  "TSInterfaceDeclaration",
  "TSTypeAliasDeclaration",
  "TSDeclareFunction",
  "TSIndexSignature",
]);

type Blanker = (node: SyntaxNode, text: BlankedText) => void;

const BLANKERS: ReadonlyMap<string, Blanker> = new Map<string, Blanker>([
  ["TSAsExpression", (node, text) => blankBehind("as", node, text)],
  ["TSSatisfiesExpression", (node, text) => blankBehind("satisfies", node, text)],
  ["TSNonNullExpression", ({ end }, text) => text.blank(end - 1, end)],
  ["TSTypeAssertion", blankAssertion],
  ["Identifier", blankQuestionMark],
  ["ObjectPattern", blankQuestionMark],
  ["ArrayPattern", blankQuestionMark],
  ["VariableDeclarator", blankExclamationMark],
  ["FunctionDeclaration", blankThis],
  ["FunctionExpression", blankThis],
  ["ArrowFunctionExpression", keepArrowOnItsLine],
  ["ClassDeclaration", blankClassWords],
  ["ClassExpression", blankClassWords],
  ["MethodDefinition", blankModifiers],
  ["PropertyDefinition", blankModifiers],
]);

/** `x as T`, where `x` may stand in parentheses, which are no nodes. */
function blankBehind(keyword: string, { typeAnnotation, end }: SyntaxNode, text: BlankedText): void {
  if (isNode(typeAnnotation)) text.blank(text.source.lastIndexOf(keyword, typeAnnotation.start - 1), end);
}

/** `<T>x` */
function blankAssertion({ start, typeAnnotation }: SyntaxNode, text: BlankedText): void {
  if (isNode(typeAnnotation)) text.blank(start, text.source.indexOf(">", typeAnnotation.end) + 1);
}

/** `x?: T` */
function blankQuestionMark({ optional, typeAnnotation, end }: SyntaxNode, text: BlankedText): void {
  if (optional !== true) return;
  blankOne("?", isNode(typeAnnotation) ? typeAnnotation.start : end, text);
}

/** `let x!: T` */
function blankExclamationMark({ definite, id }: SyntaxNode, text: BlankedText): void {
  if (definite === true && isNode(id) && isNode(id.typeAnnotation)) blankOne("!", id.typeAnnotation.start, text);
}

function blankOne(mark: string, before: number, text: BlankedText): void {
  const at = text.source.lastIndexOf(mark, before - 1);
  text.blank(at, at + 1);
}

/** `function (this: T, x)` */
function blankThis({ params }: SyntaxNode, text: BlankedText): void {
  const [first, second]: unknown[] = Array.isArray(params) ? params : [];
  if (isNode(first) && first.name === "this") text.blank(first.start, isNode(second) ? second.start : first.end);
}

/** Between the parentheses of an arrow function and its arrow there may be no line break: `}> => x`. */
function keepArrowOnItsLine({ returnType }: SyntaxNode, text: BlankedText): void {
  if (!isNode(returnType) || !text.source.slice(returnType.start, returnType.end).includes("\n")) return;
  blankOne(")", returnType.start, text);
  text.put(returnType.end - 1, ")");
}

/** `abstract class A implements B` */
function blankClassWords(node: SyntaxNode, text: BlankedText): void {
  const { start, body, implements: types } = node;
  if (node.abstract === true) text.blank(start, start + "abstract".length);
  const [first]: unknown[] = Array.isArray(types) ? types : [];
  if (isNode(first) && isNode(body)) text.blank(text.source.lastIndexOf("implements", first.start), body.start);
}

/** `private readonly x?: T` */
function blankModifiers({ start, key, optional, definite }: SyntaxNode, text: BlankedText): void {
  if (!isNode(key)) return;
  for (const { index, 0: word } of text.source.slice(start, key.start).matchAll(MODIFIERS)) {
    text.blank(start + index, start + index + word.length);
  }
  if (optional === true) blankNext("?", key.end, text);
  if (definite === true) blankNext("!", key.end, text);
}

const MODIFIERS = /\b(?:public|private|protected|readonly|override|abstract|declare)\b/g;

function blankNext(mark: string, from: number, text: BlankedText): void {
  const at = text.source.indexOf(mark, from);
  text.blank(at, at + 1);
}
