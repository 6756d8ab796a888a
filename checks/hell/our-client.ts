import { ToolRegistry, ToolRunner } from "@toolwright/core";
import { originOf } from "@toolwright/core/internal";
import { mcpTools } from "@toolwright/mcp";
import { CONNECT_MS, PATIENCE_MS, type Subject, short, type Target, toldOf } from "./subject.ts";

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

/** Our client, as a program without a person has it. */
export async function ourClient(target: Target): Promise<Subject> {
  const config = { ...target, confirm: "never" as const, timeoutMs: PATIENCE_MS };
  const mcp = await mcpTools({ servers: { hell: config }, logger: SILENT, connectTimeoutMs: CONNECT_MS });
  const [server] = mcp.servers;
  if (server?.problem !== undefined) throw new Error(`${server.problem}; other servers are not touched`);
  const first = [...mcp.tools];
  return {
    list: async () => mcp.tools.map((tool) => originOf(tool)?.tool ?? tool.name),
    async call(name, args, signal) {
      const tool = [...mcp.tools, ...first].find((one) => originOf(one)?.tool === name);
      if (tool === undefined) return "not offered";
      const registry = new ToolRegistry([tool]);
      const { result, message } = await new ToolRunner({ registry, logger: SILENT }).exec(
        { name: tool.name, arguments: args },
        signal === undefined ? {} : { signal },
      );
      const text = String(typeof message.content === "string" ? message.content : JSON.stringify(message.content));
      if (result.error !== undefined) return `\`${result.error.code}\`: ${short(result.error.message)}`;
      const whole = result.output.type === "text" ? result.output.text.length : 0;
      return whole > text.length
        ? `${whole} characters for the program, ${text.length} for the model`
        : `"${short(text)}"`;
    },
    told: () => toldOf(first[0]?.name ?? "", first[0]?.description ?? ""),
    close: () => mcp.close(),
  };
}
