import type { Part } from "@toolwright/core";
import type { McpTools } from "@toolwright/mcp";
import { resourceMentions, spelledOnOneLine } from "@toolwright/view/internal";

/** What goes before a message, and what became of each resource that it names, in a line. */
export interface WithResources {
  readonly parts: readonly Part[];
  readonly notes: readonly string[];
}

/** Reads the resources of MCP servers that a message names as `@server:address`. */
export async function resourcesIn(message: string, mcp: Pick<McpTools, "offers" | "servers">): Promise<WithResources> {
  const names = mcp.servers.map(({ name }) => name);
  const mentions = resourceMentions(message, names);
  const read = await Promise.all(mentions.map(async (one) => ({ ...one, offer: await mcp.offers.resource(one) })));
  return {
    parts: read.flatMap(({ offer }) => (offer.ok ? offer.value : [])),
    notes: read.map(({ server, uri, offer }) => {
      const shown = spelledOnOneLine(`@${server}:${uri}`);
      return offer.ok ? `${shown} goes along.` : `${shown} is only named: ${spelledOnOneLine(offer.error)}`;
    }),
  };
}
