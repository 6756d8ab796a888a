import type { McpTools } from "@toolwright/mcp";
import type { Screen } from "../terminal/screen.ts";
import { clip } from "../text/clip.ts";
import { printable } from "../text/printable.ts";

/** How it stands with the MCP servers, what they offer, and what has changed since it was seen. */
export function serverLines(mcp: McpTools | undefined, { styles: { bold, dim }, width }: Screen): readonly string[] {
  if (mcp === undefined)
    return ["No MCP server is in use: --mcp FILE names some, or .mcp.json of a folder that you trust."];
  const servers = mcp.servers.flatMap(({ name, state, version, problem }) => [
    `${bold(printable(name))} ${dim(state === "connected" ? `connected, ${version}` : printable(problem ?? state))}`,
    ...mcp.tools
      .filter((tool) => tool.name.startsWith(`${name}__`))
      .map(({ name: tool, description }) => {
        const words = clip(printable(description.split("\n", 1)[0] ?? ""), width - 44);
        return `  ${printable(tool).padEnd(40)} ${dim(words)}`;
      }),
  ]);
  const changes = mcp.changes.flatMap(({ server, tool, before, after }) => {
    const name = `${printable(server)}/${printable(tool)}`;
    return [
      `${bold(name)} has changed since it was seen; --accept ${name} takes it:`,
      ...(before === undefined ? [] : [dim(`  - ${printable(JSON.stringify(before))}`)]),
      `  + ${printable(JSON.stringify(after))}`,
    ];
  });
  return [...servers, ...changes];
}
