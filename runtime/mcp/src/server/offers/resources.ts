import type { Server, ServerContext } from "@modelcontextprotocol/server";
import { present } from "@toolwright/core/internal";
import type { Client } from "../mcp-server.port.ts";
import type { Shared } from "../shared.ts";
import { keptText, OUTPUT_TEMPLATE } from "./kept-outputs.ts";
import type { McpResource } from "./resource.port.ts";

/** Adds the resources of a server, and with them the outputs that were cut. */
export function addResources(server: Server, shared: Shared, clientOf: (ctx: ServerContext) => Client): void {
  const { sdk, outputCache, ownerOf, options } = shared;
  const offered = options.resources ?? [];
  const fixed = offered.filter(({ uri }) => !sdk.UriTemplate.isTemplate(uri));
  const templates = offered
    .filter((resource) => !fixed.includes(resource))
    .map((resource) => ({ resource, template: new sdk.UriTemplate(resource.uri) }));
  server.setRequestHandler("resources/list", () => ({
    resources: fixed.map(({ uri, ...resource }) => ({ uri, ...described(resource) })),
  }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [
      ...templates.map(({ resource: { uri, ...resource } }) => ({ uriTemplate: uri, ...described(resource) })),
      {
        uriTemplate: OUTPUT_TEMPLATE,
        name: "outputs",
        description: "What was cut from a result, from a character on.",
      },
    ],
  }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }, ctx) => {
    const kept = await keptText({ uri, cache: outputCache, owner: ownerOf(clientOf(ctx).owner) });
    if (kept !== undefined) return { contents: [{ uri, mimeType: "text/plain", text: kept }] };
    const found = fixed.find((resource) => resource.uri === uri);
    const matched = templates.find(({ template }) => template.match(uri) !== null);
    const resource = found ?? matched?.resource;
    const content = await resource?.read(textsOf(matched?.template.match(uri) ?? {}));
    if (resource === undefined || content === undefined) throw new sdk.ResourceNotFoundError(uri);
    const named = { uri, ...present({ mimeType: resource.mimeType }) };
    const isText = typeof content === "string";
    return {
      contents: [isText ? { ...named, text: content } : { ...named, blob: Buffer.from(content).toString("base64") }],
    };
  });
}

function described({ name, title, description, mimeType }: Omit<McpResource, "uri">) {
  return {
    name,
    ...present({ title, description, mimeType }),
  };
}

function textsOf(variables: Readonly<Record<string, string | readonly string[]>>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value)]));
}
