// What a person reads on the page although it stands in no catalogue.
import { parseAst } from "rolldown/parseAst";

/** A node as the parser makes it. */
interface Node {
  readonly type: string;
}

/** A node, the one around it, and the field of that which it stands in. */
interface Place {
  readonly node: Node;
  readonly field: string;
  readonly outer?: Place;
}

/** Attributes and properties of components that are shown or read aloud. */
const SHOWN = /^(?:title|alt|label|hint|note|placeholder|aria-(?:label|description|roledescription|valuetext))$/;
const LETTERS = /\p{L}/u;
const SENTENCE = /^\p{Lu}\S*\s.*[.…?:]$/su;
const TYPES = /^TS(?!As|Satisfies|NonNull)/;

/** Strings that stand in JSX, sentences anywhere, and catalogues that are read while a file is loaded. */
export function writtenOut(file: string, text: string): readonly string[] {
  const found: string[] = [];
  const { body } = parseAst(text, { lang: file.endsWith("x") ? "tsx" : "ts" });
  for (const node of body) walk({ node, field: "body" });
  return found;

  function walk(place: Place): void {
    if (isApart(place.node)) return;
    const said = saidBy(place.node);
    if (said !== undefined && LETTERS.test(said) && (isDrawn(place) || SENTENCE.test(said))) found.push(said.trim());
    if (isReadAtStart(place)) found.push(`${textIn(place.node, "name")} while the file is loaded`);
    const inside = Object.entries(place.node).flatMap(([field, value]) =>
      [value].flat().flatMap((node) => (isNode(node) ? [{ node, field, outer: place }] : [])),
    );
    inside.forEach(walk);
  }
}

/** Imports, types, and errors for who writes programs. */
function isApart(node: Node): boolean {
  const { type } = node;
  if (type === "NewExpression") return /Error$/.test(textIn(fieldIn(node, "callee"), "name") ?? "");
  return /^(?:ImportDeclaration|ImportExpression|ExportAllDeclaration)$/.test(type) || TYPES.test(type);
}

/** What a literal or a template says, with … for each gap; undefined for any other node. */
function saidBy(node: Node): string | undefined {
  if (node.type === "JSXText" || node.type === "Literal") return textIn(node, "value");
  if (node.type !== "TemplateLiteral") return undefined;
  const quasis = fieldIn(node, "quasis");
  return Array.isArray(quasis) ? quasis.map((quasi) => textIn(fieldIn(quasi, "value"), "cooked")).join("…") : "";
}

/** Whether it is the text of an element or of a shown attribute, or what a condition or a sum makes one of. */
function isDrawn({ node, field, outer }: Place): boolean {
  if (node.type === "JSXText") return true;
  if (outer === undefined) return false;
  const { type } = outer.node;
  if (type === "JSXAttribute") return SHOWN.test(textIn(fieldIn(outer.node, "name"), "name") ?? "");
  if (type === "JSXExpressionContainer" && outer.outer?.node.type !== "JSXAttribute") return true;
  const isPassedOn =
    type === "JSXExpressionContainer" ||
    type === "LogicalExpression" ||
    (type === "ConditionalExpression" && field !== "test") ||
    (type === "BinaryExpression" && fieldIn(outer.node, "operator") === "+");
  return isPassedOn && isDrawn(outer);
}

/** A language is chosen while the files of the page are loaded: what reads a text then may have the one of before. */
function isReadAtStart({ node, field, outer }: Place): boolean {
  if (node.type !== "Identifier" || textIn(node, "name")?.endsWith("Texts") !== true || outer === undefined)
    return false;
  if (/Import|Export/.test(outer.node.type) || (outer.node.type === "VariableDeclarator" && field === "id"))
    return false;
  for (let around: Place | undefined = outer; around !== undefined; around = around.outer)
    if (/Function|^PropertyDefinition$/.test(around.node.type) || TYPES.test(around.node.type)) return false;
  return true;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

function fieldIn(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}

function textIn(value: unknown, name: string): string | undefined {
  const text = fieldIn(value, name);
  return typeof text === "string" ? text : undefined;
}
