import { type Command, forEachChild, type Function as ShellFunction, type SyntaxNode } from "unbash";

/** What makes a call depend on something, so that it can end. */
const CONDITIONAL: ReadonlySet<SyntaxNode["type"]> = new Set(["If", "Case", "While", "For", "AndOr", "Select"]);

/** A function that always calls itself at least twice, in a pipeline or in the background, and never returns. */
export function isForkBomb(definition: ShellFunction): boolean {
  const calls = { self: 0, parallel: false, ends: false };
  const name = definition.name.value;
  const visit = (node: SyntaxNode, parallel: boolean, conditional: boolean): void => {
    if (node.type === "Command") count(node, parallel, conditional);
    const inParallel = parallel || node.type === "Pipeline" || (node.type === "Statement" && node.background === true);
    const inCondition = conditional || CONDITIONAL.has(node.type);
    forEachChild(node, (child) => visit(child, inParallel, inCondition));
  };
  const count = (command: Command, parallel: boolean, conditional: boolean): void => {
    const called = command.name?.value;
    if (called === "return" || called === "exit") calls.ends = true;
    if (called !== name || conditional) return;
    calls.self += 1;
    calls.parallel ||= parallel;
  };
  visit(definition.body, false, false);
  return calls.self >= 2 && calls.parallel && !calls.ends;
}

/** `perl -e 'fork while fork'` and its like: a loop around `fork` in a program's text. */
export function forksForEver(name: string, args: readonly (string | undefined)[]): boolean {
  if (!/^(?:perl|ruby|python|python\d[\d.]*|node|php)$/.test(name)) return false;
  return args.some(
    (text, index) =>
      /^-\w*[ecr]$/.test(args[index - 1] ?? "") &&
      /\bfork\b/.test(text ?? "") &&
      /\b(?:while|until|loop)\b/.test(text ?? ""),
  );
}
