/**
 * By every name that a program may write for a tool, the tool's own name: `mcp__a_b` and `mcp__a-b`. Throws a
 * `TypeError` where two tools have one name.
 */
export function programNames(toolNames: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const toolName of toolNames) {
    for (const written of new Set([identifierOf(toolName), toolName])) {
      const other = names.get(written);
      if (other !== undefined) throw new TypeError(`${clash(toolName, other)}, ${written}: rename one of them.`);
      names.set(written, toolName);
    }
  }
  return names;
}

/** How a program writes the name of a tool behind `tools.`. */
export function identifierOf(toolName: string): string {
  // A promise that gives `tools` would call a function `then` of it.
  if (toolName === "then") return "then_";
  const plain = toolName.replace(/[^A-Za-z0-9_$]/g, "_");
  return /^\d/.test(plain) ? `_${plain}` : plain;
}

function clash(toolName: string, other: string): string {
  if (toolName === other) return `There are two tools ${toolName}, which have one name in a program`;
  return `The tools ${other} and ${toolName} have one name in a program`;
}
