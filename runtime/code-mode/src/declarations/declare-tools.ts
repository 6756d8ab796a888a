import type { Tool } from "@toolwright/core";
import { declareTool } from "./declare-tool.ts";
import { FINDER_NAMES, FINDERS } from "./finders.ts";
import { nameLines } from "./name-lines.ts";
import { programNames } from "./program-names.ts";

export interface DeclareToolsOptions {
  /** Tokens for declarations, counted as four characters each. 0: names alone. */
  readonly budget: number;
  /** Whether a call of the tool would ask a person. Left out: nothing is said of it. */
  readonly asks?: (tool: Tool) => boolean;
  /** Whether there may be others later, which programs have to look for. */
  readonly mayGrow?: boolean;
}

export interface Declarations {
  /** TypeScript: `declare const tools: { … };`, and the types that it needs before it. */
  readonly text: string;
  /** By every name that a program may write: the name of the tool. */
  readonly names: ReadonlyMap<string, string>;
  /** The names of the tools whose declarations are in the text; of the others there is the name at most. */
  readonly whole: readonly string[];
}

const CHARACTERS_PER_TOKEN = 4;

/**
 * Writes what a model is told of the tools that its program can call. Throws a `TypeError` where two of them would have
 * one name in a program.
 */
export function declareTools(
  tools: readonly Tool[],
  { budget, asks, mayGrow = false }: DeclareToolsOptions,
): Declarations {
  const names = programNames(tools.map(({ name }) => name));
  const declared = tools.map((tool) => ({ tool, ...declareTool(tool, { asks: asks?.(tool) === true }) }));
  const inText = fitting(declared, budget * CHARACTERS_PER_TOKEN);
  const others = declared.filter((one) => !inText.has(one)).map(({ identifier }) => identifier);
  const shown = [...inText];
  const types = shown.flatMap(({ types }) => types);
  const members = shown.map(({ member }) => member);
  const isWhole = others.length === 0 && !mayGrow;
  const rest = isWhole ? [] : [...nameLines(others), ...FINDERS];
  return {
    text: [...types, "declare const tools: {", ...members, ...rest, "};"].join("\n"),
    names: isWhole ? names : withFinders(names),
    whole: shown.map(({ tool }) => tool.name),
  };
}

/** In the order given; one that is too large for what is left is passed over. */
function fitting<T extends { readonly length: number }>(declared: readonly T[], characters: number): ReadonlySet<T> {
  let left = characters;
  const fits = declared.filter(({ length }) => {
    if (length > left) return false;
    left -= length;
    return true;
  });
  return new Set(fits);
}

function withFinders(names: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const taken = FINDER_NAMES.find((name) => names.has(name));
  if (taken !== undefined) {
    throw new TypeError(
      `There is a tool ${taken} already, and a program finds tools that are not declared with one of that name: rename it, or give more tokens to declarations.`,
    );
  }
  return new Map([...names, ...FINDER_NAMES.map((name): [string, string] => [name, name])]);
}
