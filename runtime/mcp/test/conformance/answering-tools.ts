import { setTimeout as sleep } from "node:timers/promises";
import { defineTool, partsOutput, type Tool, ToolError } from "@toolwright/core";
import { type McpServer, mcpCaller } from "../../src/server.ts";

/** One red pixel. */
export const IMAGE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==";
/** No samples at all. */
const SOUND = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

const nothing = { type: "object" } as const;

/** A read without arguments. */
function reading(name: string, description: string, execute: Parameters<typeof defineTool>[0]["execute"]): Tool {
  return defineTool({ name, description, input: nothing, effects: { kind: "read", volatile: true }, execute });
}

/** The tools of the suite that answer by themselves. `server` is asked for when it is there. */
export function answeringTools(server: () => McpServer): readonly Tool[] {
  return [
    reading("test_simple_text", "Answers with a text.", () => "This is a simple text response for testing."),
    reading("test_image_content", "Answers with an image.", () =>
      partsOutput([{ type: "image", mediaType: "image/png", data: IMAGE }]),
    ),
    reading("test_audio_content", "Answers with a sound.", async (_, ctx) => {
      (await ctx.resolve(mcpCaller)).attach({ type: "audio", data: SOUND, mimeType: "audio/wav" });
      return "";
    }),
    reading("test_embedded_resource", "Answers with the content of a resource.", async (_, ctx) => {
      const text = "This is an embedded resource content.";
      const resource = { uri: "test://embedded-resource", mimeType: "text/plain", text };
      (await ctx.resolve(mcpCaller)).attach({ type: "resource", resource });
      return "";
    }),
    reading("test_multiple_content_types", "Answers with a text, an image and a resource.", async (_, ctx) => {
      const text = JSON.stringify({ test: "data", value: 123 });
      const resource = { uri: "test://mixed-content-resource", mimeType: "application/json", text };
      (await ctx.resolve(mcpCaller)).attach({ type: "resource", resource });
      return partsOutput([
        { type: "text", text: "Multiple content types test:" },
        { type: "image", mediaType: "image/png", data: IMAGE },
      ]);
    }),
    reading("test_tool_with_logging", "Writes lines into the client's log.", async (_, ctx) => {
      const caller = await ctx.resolve(mcpCaller);
      for (const line of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
        caller.log("info", line);
        await sleep(50);
      }
      return "Three lines were written.";
    }),
    reading("test_logging_tool", "Writes a line into the client's log, where it wants one.", async (_, ctx) => {
      (await ctx.resolve(mcpCaller)).log("info", "It ran.");
      return "A line was written where one was wanted.";
    }),
    reading("test_tool_with_progress", "Says how far it is.", async (_, ctx) => {
      const caller = await ctx.resolve(mcpCaller);
      for (const progress of [0, 50, 100]) {
        caller.progress({ progress, total: 100 });
        await sleep(50);
      }
      return "Done.";
    }),
    reading("test_error_handling", "Always fails.", () => {
      throw new ToolError("This tool intentionally returns an error for testing");
    }),
    reading("test_streaming_elicitation", "Answers in a stream that asks nothing.", () => "Nothing was asked."),
    reading("test_trigger_tool_change", "Says that the tools have changed.", () => {
      server().changed("tools");
      return "Said.";
    }),
    reading("test_trigger_prompt_change", "Says that the prompts have changed.", () => {
      server().changed("prompts");
      return "Said.";
    }),
    defineTool({
      name: "json_schema_2020_12_tool",
      description: "Takes arguments whose schema has what 2020-12 brought.",
      input: SCHEMA_2020_12,
      effects: "read",
      execute: (given) => JSON.stringify(given),
    }),
    defineTool({
      name: "greet",
      description: "Greets somebody, at once.",
      input: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
      effects: "read",
      execute: ({ name }: { name?: string }) => `Hello, ${name}!`,
    }),
  ];
}

const SCHEMA_2020_12 = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // biome-ignore lint/suspicious/noThenProperty: the word is JSON Schema's.
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};
