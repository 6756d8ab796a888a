/**
 * By every name that a program may write for a tool, the tool's own name: `mcp__a_b` and `mcp__a-b`. Throws a
 * `TypeError` where two tools have one name.
 */
export function programNames(toolNames: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const toolName of toolNames) {
    const own = CALLED_BY_THE_LANGUAGE.has(toolName) ? [] : [toolName];
    for (const written of new Set([identifierOf(toolName), ...own])) {
      const other = names.get(written);
      if (other !== undefined) throw new TypeError(`${clash(toolName, other)}, ${written}: rename one of them.`);
      names.set(written, toolName);
    }
  }
  return names;
}

/** A promise that gives `tools`, and JSON of it, would call functions of these names. */
const CALLED_BY_THE_LANGUAGE: ReadonlySet<string> = new Set(["then", "toJSON"]);

/** How a program writes the name of a tool behind `tools.`. */
export function identifierOf(toolName: string): string {
  if (CALLED_BY_THE_LANGUAGE.has(toolName)) return `${toolName}_`;
  const plain = toolName.replace(/[^A-Za-z0-9_$]/g, "_");
  return /^\d/.test(plain) ? `_${plain}` : plain;
}

function clash(toolName: string, other: string): string {
  if (toolName === other) return `There are two tools ${toolName}, which have one name in a program`;
  return `The tools ${other} and ${toolName} have one name in a program`;
}
