import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { CONNECT_MS, PATIENCE_MS, type Subject, short, type Target, toldOf } from "./subject.ts";

/** The official SDK with nothing around it but what its documentation shows. */
export async function bareClient(target: Target): Promise<Subject> {
  const client = new Client(
    { name: "bare", version: "1" },
    { versionNegotiation: { mode: "auto" }, listChanged: { tools: { autoRefresh: true, onChanged: () => undefined } } },
  );
  const transport =
    "url" in target
      ? new StreamableHTTPClientTransport(new URL(target.url))
      : new StdioClientTransport({ command: target.command, args: [...target.args], stderr: "ignore" });
  const timeout = { timeout: PATIENCE_MS };
  await client.connect(transport, { timeout: CONNECT_MS }).catch(async (error: unknown) => {
    await client.close().catch(() => undefined);
    throw error;
  });
  let first: { name: string; description?: string | undefined } = { name: "" };
  return {
    async list() {
      const { tools } = await client.listTools(undefined, { timeout: CONNECT_MS });
      first = tools[0] ?? first;
      return tools.map(({ name }) => name);
    },
    told: () => toldOf(first.name, first.description ?? ""),
    async call(name, args, signal) {
      try {
        const result = await client.callTool({ name, arguments: args }, { ...timeout, ...(signal && { signal }) });
        const text = JSON.stringify(result.content ?? result);
        const said = Array.isArray(result.content) ? result.content.map((one) => Object(one).text).join(" ") : text;
        if (result.structuredContent !== undefined && said !== "")
          return `"${short(said)}", and the same again as structured content`;
        return text.length > 10_000 ? `${text.length} characters, all for the model` : `"${short(said)}"`;
      } catch (error) {
        return `throws: ${short(error instanceof Error ? error.message : String(error))}`;
      }
    },
    close: () => client.close(),
  };
}
