import type { HereDoc, Redirect, Redirection } from "unbash";
import { guard } from "../verdict/finding.ts";
import { commandVariants } from "./command-variants.ts";
import type { RedirectUse, Walk } from "./line-visitor.ts";
import type { Place } from "./place.ts";
import { walkQuoted } from "./walk-part.ts";

/** The files that redirections open, and whether one of them feeds standard input. */
export interface ReadRedirects {
  readonly uses: readonly RedirectUse[];
  readonly fed: boolean;
  /** What a here-document or here-string gives, as it is written. */
  readonly input: string | undefined;
  /** It is a here-document in which nothing is expanded. */
  readonly verbatim: boolean;
}

/** Reads redirections, here-strings and here-documents. */
export function readRedirects(nodes: readonly Redirection[], walk: Walk, place: Place): ReadRedirects {
  const uses: RedirectUse[] = [];
  let fed = false;
  let input: string | undefined;
  const last = nodes.findLast((node) => node.type !== "Redirect" || node.operator.startsWith("<"));
  const verbatim = last?.type === "HereDoc" && (last.delimiter?.quoted === true || !/[$`\\]/.test(last.body.text));
  for (const node of nodes) {
    if (node.descriptor?.type === "FileDescriptorVariable") {
      walk.visitor.found(guard("A redirection sets a variable."));
    }
    if (node.type !== "Redirect") fed = true;
    if (node.type === "HereDoc") {
      walkHereDoc(node, walk, place);
      input = node.body.text;
    } else if (node.target === undefined) walk.visitor.found(guard("A redirection has no target."));
    else if (node.type === "HereString") input = walk.into.word(node.target, walk, place).value;
    else {
      uses.push(...fileUses(node, walk, place));
      fed ||= node.operator.startsWith("<");
    }
  }
  return { uses, fed, input, verbatim };
}

function fileUses(node: Redirect, walk: Walk, place: Place): readonly RedirectUse[] {
  const words = node.target === undefined ? [] : commandVariants([node.target], walk, place).flat();
  const duplicates = node.operator === ">&" || node.operator === "<&";
  return words
    .filter((word) => !(duplicates && word.form === "literal" && /^(?:\d+-?|-)$/.test(word.value)))
    .flatMap((target) =>
      accesses(node.operator).map((access) => ({ access, target, empties: /^&?>[|&]?$/.test(node.operator) })),
    );
}

function accesses(operator: Redirect["operator"]): readonly ("read" | "edit")[] {
  if (operator === "<>") return ["read", "edit"];
  return operator.startsWith("<") ? ["read"] : ["edit"];
}

/** Only where bash and the parser find its end alike; an unquoted body expands like a quoted string. */
function walkHereDoc(node: HereDoc, walk: Walk, place: Place): void {
  const delimiter = node.delimiter;
  const plain = delimiter !== undefined && /^(?:\w+|'\w+'|"\w+"|\\\w+)$/.test(delimiter.text);
  if (!plain || node.closing === undefined) walk.visitor.found(guard("The end of a here-document is unclear."));
  if (delimiter?.quoted === true) return;
  if (/\\\n/.test(node.body.text)) walk.visitor.found(guard("A here-document joins lines."));
  const missed = node.body.parts === undefined && /(?<!\\)(?:`|\$[({[])/.test(node.body.text);
  if (missed) walk.visitor.found(guard("A here-document was not understood."));
  walkQuoted(node.body.parts, walk, place);
}
