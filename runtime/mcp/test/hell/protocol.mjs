/** What a well-behaved server of revision 2025-11-25 would answer, changed by what a behaviour has to say. */
export async function answer(behaviour, { id, method, params, result, error }, state) {
  if (id === undefined) return behaviour.hear?.(method, params, state);
  // An answer of the client's to something that the server asked.
  if (method === undefined) return state.answered?.(result ?? error);
  const own = await behaviour.on?.[method]?.(params, state, id);
  if (own === SILENT) return undefined;
  const whole = (one) => ({ jsonrpc: "2.0", id, result: behaviour.modern ? { ...MODERN, ...one } : one });
  if (own !== undefined) return typeof own === "string" || "jsonrpc" in own ? own : whole(own);
  const expected = usual(behaviour, method, params);
  if (expected !== undefined) return whole(expected);
  return { jsonrpc: "2.0", id, error: { code: -32601, message: `There is no ${method} here.` } };
}

/** What every result of revision 2026-07-28 says. */
const MODERN = { resultType: "complete", ttlMs: 0, cacheScope: "private" };

/** Says nothing at all. */
export const SILENT = Symbol("silent");

function usual(behaviour, method, params) {
  if (method === "server/discover" && behaviour.modern) {
    const capabilities = { tools: {}, ...behaviour.capabilities };
    return { supportedVersions: ["2026-07-28"], capabilities, serverInfo: { name: "hell", version: "1" } };
  }
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
