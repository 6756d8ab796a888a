import { type CommandNode, type PipelineNode, parse } from "unbash";

/** The name of the program whose exit code a line of bash ends with, as far as the text tells. */
export function lastProgram(line: string): string | undefined {
  const statement = parse(line).commands.at(-1);
  if (statement === undefined || statement.background === true) return undefined;
  const { command } = statement;
  return nameOf(command.type === "AndOr" ? command.commands.at(-1) : command);
}

function nameOf(node: PipelineNode | CommandNode | undefined): string | undefined {
  if (node?.type === "Pipeline") return node.prefixes.length === 0 ? nameOf(node.commands.at(-1)) : undefined;
  return node?.type === "Command" ? node.name?.value.replace(/^.*\//s, "") : undefined;
}
