import type { ShownServer } from "@toolwright/view";
import { useServices } from "../app/services.ts";

/** The MCP servers whose tools the agent has, and what is wrong with those that cannot be used. */
export function McpServers() {
  const { info } = useServices();
  const { servers = [] } = info;
  if (servers.length === 0) return null;
  return (
    <section aria-label="MCP servers">
      <h3>MCP servers</h3>
      <ul>
        {servers.map((server) => (
          <li key={server.name}>
            <b>{server.name}</b> <span className="quiet-text">{stateWords(server)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function stateWords({ tools, problem }: ShownServer): string {
  if (problem !== undefined) return `cannot be used: ${problem}`;
  return tools === 1 ? "1 tool" : `${tools} tools`;
}
