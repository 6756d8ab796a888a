/** What a well-behaved server of revision 2025-11-25 would answer, changed by what a behaviour has to say. */
export async function answer(behaviour, { id, method, params }, state) {
  if (id === undefined) return behaviour.hear?.(method, params, state);
  const own = await behaviour.on?.[method]?.(params, state, id);
  if (own === SILENT) return undefined;
  if (own !== undefined) return typeof own === "string" || "jsonrpc" in own ? own : { jsonrpc: "2.0", id, result: own };
  const result = usual(behaviour, method, params);
  if (result !== undefined) return { jsonrpc: "2.0", id, result };
  return { jsonrpc: "2.0", id, error: { code: -32601, message: `There is no ${method} here.` } };
}

/** Says nothing at all. */
export const SILENT = Symbol("silent");

function usual(behaviour, method, params) {
  if (method === "initialize") {
    const capabilities = { tools: { listChanged: true } };
    return { protocolVersion: params.protocolVersion, capabilities, serverInfo: { name: "hell", version: "1" } };
  }
  if (method === "ping") return {};
  if (method === "tools/list") return { tools: behaviour.tools ?? [tool("echo")] };
  if (method === "tools/call")
    return { content: [{ type: "text", text: `${params.name} ${JSON.stringify(params.arguments)}` }] };
}

/** A definition as it should be. */
export function tool(name, more = {}) {
  return {
    name,
    description: `Does ${name}.`,
    inputSchema: { type: "object", properties: { text: { type: "string" } } },
    ...more,
  };
}
