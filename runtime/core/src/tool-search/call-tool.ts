import { defineTool } from "../faces/define-tool.ts";
import type { JsonObject } from "../json/json.ts";
import type { Tool } from "../tool/tool.ts";
import { CALL_TOOL } from "./named-call.ts";

interface Input {
  readonly name: string;
  readonly arguments?: JsonObject;
}

/**
 * `call_tool`. In a loop whose `prepareStep` names tools as `unlisted`, a call of it is a call of the tool that it
 * names, to all but the model. Where no loop does so it calls that tool inside its own call.
 */
export function createCallTool(): Tool {
  return defineTool({
    name: CALL_TOOL,
    description: "Call a tool that tool_search has found.",
    input: {
      type: "object",
      properties: {
        name: { type: "string", minLength: 1, description: "name of the tool" },
        arguments: { type: "object", description: "its arguments, as its parameters say" },
      },
      required: ["name"],
      additionalProperties: false,
    },
    emptyIsAbsent: [],
    // The call inside it has its own effects and its own decision.
    effects: { kind: "read", volatile: true },
    allowlist: "all",
    execute: ({ name, arguments: given = {} }: Input, ctx) => ctx.call(name, given),
  });
}
