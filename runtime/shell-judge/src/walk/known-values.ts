import { forEachChild, type SyntaxNode, type WordPart } from "unbash";
import type { Lookup } from "../read/read-word.ts";
import { literalWord, type ShellWord } from "../read/shell-word.ts";
import type { Place } from "./place.ts";
import type { Steps } from "./steps.ts";
import { Variables } from "./variables.ts";

/** The name under which the root of the workspace is kept among the variables; no shell variable can be called so. */
const ROOT = "workspace root";

/** What is known of variables where a line begins. */
export function knownAtFirst({ root, home }: { readonly root: string; readonly home: string }): Variables {
  return new Variables([
    ["HOME", [literalWord(home)]],
    [ROOT, [literalWord(root)]],
  ]);
}

/** One choice among the values of variables that may have several. */
export type Choice = ReadonlyMap<string, ShellWord>;

/** What expansions stand for at this place. */
export function lookupAt(place: Place, choice: Choice = new Map()): Lookup {
  const oneValue = (name: string): ShellWord | undefined => {
    const values = valuesOf(name, place);
    return choice.get(name) ?? (values?.length === 1 ? values[0] : undefined);
  };
  return (part) => {
    if (part.type === "SimpleExpansion") return oneValue(part.text.slice(1));
    if (part.type === "ParameterExpansion") return parameter(part, oneValue);
    const line = part.type === "CommandExpansion" ? part.text.replace(/^(?:\$\(|`)\s*|\s*[)`]$/g, "") : "";
    if (/^pwd(?: -P)?$/.test(line)) return oneValue("PWD");
    return line === "git rev-parse --show-toplevel" ? oneValue(ROOT) : undefined;
  };
}

/** Every value that a name may have. */
export function valuesOf(name: string, { variables, directories }: Place): readonly ShellWord[] | undefined {
  if (name === "PWD" && !variables.isSet(name)) return directories?.map(literalWord);
  return variables.get(name);
}

function parameter(
  part: Extract<WordPart, { type: "ParameterExpansion" }>,
  oneValue: (name: string) => ShellWord | undefined,
): ShellWord | undefined {
  if (part.prefix !== undefined || part.index !== undefined) return undefined;
  const value = oneValue(part.parameter);
  const { operation } = part;
  if (operation === undefined) return value;
  const keeps = operation.type === "Default" && !operation.operator.endsWith("+") && value?.value !== "";
  return keeps ? value : undefined;
}

/** The names that are expanded somewhere in a node. */
export function namesIn(node: SyntaxNode, steps: Steps): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (child: SyntaxNode): void => {
    steps.take();
    if (child.type === "SimpleExpansion") names.add(child.text.slice(1));
    if (child.type === "ParameterExpansion") names.add(child.parameter);
    forEachChild(child, visit);
  };
  visit(node);
  return names;
}
