import { grammarOf } from "../grammar/programs/programs.ts";

/** Of some programs only a few calls are known, such as the question for their version. */
export function isKnownInPart(name: string): boolean {
  const grammar = grammarOf(name);
  const [form] = grammar?.forms ?? [];
  if (grammar === undefined || grammar.partly || form === undefined) return grammar?.partly === true;
  const asks = form.needs.length > 0 && form.effect === "reads" && form.operands.length === 0;
  return asks && grammar.forms.length === 1 && grammar.subcommands.size === 0;
}
