import type { CompositeForm } from "@toolwright/core/internal";
import { type CodeModeOptions, checkCodeMode, codeModeOf } from "./create-code-mode.ts";

/**
 * Has a prompt's tool of several tools take a program in place of a batch of calls:
 * `defTool("math", "Computes.", [tool(…)], { as: asProgram() })`. Hooks and lists of the parts stand around each call,
 * those of the whole around the program.
 *
 * Throws a `TypeError` as {@link createCodeMode} does.
 */
export function asProgram(options: Omit<CodeModeOptions, "name"> = {}): CompositeForm {
  checkCodeMode(options);
  return ({ name, description, parts, options: around }) =>
    codeModeOf(parts, { ...options, name }, { description, options: around }).tool;
}
