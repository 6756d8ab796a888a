import { lazy } from "../tool/lazy.ts";
import type { Tool } from "../tool/tool.ts";
import type { RegistryTool } from "./registry-tool.ts";
import { defineTool } from "./tool.ts";

const running = lazy(() => import("./run-registry-tool.ts"));

/** Makes a tool of an object with execute(ctx, args). Throws a `TypeError` for a name or a schema that cannot be used. */
export function adaptTool(tool: RegistryTool): Tool {
  const { name, description, parameters, allowlist } = tool;
  if (typeof tool.execute !== "function") throw new TypeError(`Tool ${name} has no execute function.`);
  return defineTool({
    name,
    description,
    input: parameters ?? { type: "object", properties: {} },
    ...(allowlist === undefined ? {} : { allowlist }),
    execute: async (input, ctx) => (await running()).runRegistryTool(tool, input, ctx),
  });
}
