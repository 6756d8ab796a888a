import { tsPlugin } from "@sveltejs/acorn-typescript";
import { Parser } from "acorn";
import { blankTypes, isMoreThanTypes } from "./blank-types.ts";
import { BlankedText } from "./blanked-text.ts";
import { type SyntaxNode, visitNodes } from "./nodes.ts";
import { OF_A_BODY } from "./parse-program.ts";
import { type Problem, problemOf, unexpected } from "./problem.ts";

export type Stripped =
  | { readonly ok: true; readonly source: string }
  | { readonly ok: false; readonly problem: Problem };

declare module "acorn" {
  interface Parser {
    nextToken(): void;
  }
}

/** Tokens that are read for each character, those included that are read again: TypeScript itself takes 0.3. */
const MOST_READ = 2;

/** What can be read in several ways is tried in each: every `<T>(` inside another doubled the time, and 18 took 2 s. */
const bounded = (Base: typeof Parser) =>
  class extends Base {
    #read = 0;
    override nextToken(): void {
      this.#read += 1;
      if (this.#read > MOST_READ * this.input.length + 1_000) throw new RangeError("read too often");
      super.nextToken();
    }
  };

const TypeScript = Parser.extend(tsPlugin(), bounded);

/**
 * Writes blanks over the types of TypeScript; what is more than a type (`enum`, `namespace`) is a problem. Not Node's
 * `stripTypeScriptTypes`: Node 20, browsers and edges have none, and it warns of itself and knows no `return` here.
 */
export function stripTypes(source: string): Stripped {
  const text = new BlankedText(source);
  const ends: number[] = [];
  const problems: Problem[] = [];
  try {
    visitNodes(TypeScript.parse(source, OF_A_BODY), (node, parent) => {
      if (isMoreThanTypes(node)) {
        const reason = unexpected(source, node.start);
        problems.push({ reason, position: node.start, isMoreThanTypes: true });
      }
      if (endsWithSemicolon(node, parent)) ends.push(node.end - 1);
      return blankTypes(node, text);
    });
  } catch (error) {
    return { ok: false, problem: problemOf(error, source) };
  }
  // Behind `x as T` the next line would go on with the statement where it begins with a bracket.
  for (const end of ends) if (text.isBlank(end)) text.put(end, ";");
  const [problem] = problems;
  return problem === undefined ? { ok: true, source: text.toString() } : { ok: false, problem };
}

/** Whether a semicolon may stand at the end of a node. */
function endsWithSemicolon({ type }: SyntaxNode, parent: SyntaxNode | undefined): boolean {
  return MAY_END.has(type) && parent?.type.startsWith("For") !== true;
}

const MAY_END: ReadonlySet<string> = new Set([
  "ExpressionStatement",
  "VariableDeclaration",
  "ReturnStatement",
  "ThrowStatement",
  "PropertyDefinition",
  "TSInterfaceDeclaration",
  "TSTypeAliasDeclaration",
  "TSDeclareFunction",
]);
