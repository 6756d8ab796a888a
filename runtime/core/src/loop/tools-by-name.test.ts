import { expect, it } from "vitest";
import { z } from "zod";
import { WrittenModel } from "../../test/support.ts";
import { defineTool } from "../faces/define-tool.ts";
import { ToolRegistry } from "../faces/tool-registry.ts";
import { streamToolLoop } from "./stream-tool-loop.ts";

const weather = defineTool({
  name: "weather",
  description: "The weather of a city.",
  input: z.object({ city: z.string() }),
  effects: "read",
  execute: ({ city }) => ({ city, degrees: 21 }),
});
const greet = defineTool({
  name: "greet",
  description: "A greeting.",
  input: z.object({ name: z.string() }),
  effects: "read",
  execute: async ({ name }, ctx) => {
    const { isError, output } = await ctx.call(weather, { city: "Rome" });
    return { text: `Hello ${name}`, degrees: isError ? 0 : output.value.degrees };
  },
});

const script = [
  {
    calls: [
      { name: "weather", args: { city: "Rome" } },
      { name: "greet", args: { name: "Ada" } },
      { name: "wether", args: {} },
    ],
  },
  { text: "Done." },
];

it("takes tools as an object of names, and types what happens by the name", async () => {
  const settled: string[] = [];
  const run = streamToolLoop(
    {
      model: new WrittenModel(script),
      tools: { weather, greet },
      logger: { debug() {}, info() {}, warn() {}, error() {} },
      observer: () => ({
        ended() {},
        settled(calls) {
          for (const { toolName, result } of calls) settled.push(`${toolName} ${result.isError}`);
        },
      }),
    },
    [{ role: "user", content: "Go." }],
  );
  const seen: string[] = [];
  for await (const { type, data, parentId } of run.events) {
    if (type !== "tool_call_end" || parentId !== undefined) continue;
    if (data.toolName === "weather" && !data.result.isError) seen.push(`${data.result.output.value.degrees} degrees`);
    else if (data.toolName === "greet" && !data.result.isError) seen.push(data.result.output.value.text);
    else seen.push(`${data.toolName}: ${data.result.isError}`);
  }
  expect(seen.toSorted()).toEqual(["21 degrees", "Hello Ada", "wether: true"]);
  expect(settled.filter((line) => line !== "")).toEqual(["weather false", "greet false", "wether true"]);
  expect((await run.final).content).toBe("Done.");
});

it("gives the model the same definitions as a list and a registry do", async () => {
  const told = await Promise.all(
    [{ weather, greet }, [weather, greet], new ToolRegistry([weather, greet])].map(async (tools) => {
      const model = new WrittenModel([{ text: "Hi." }]);
      await streamToolLoop({ model, tools }, [{ role: "user", content: "Go." }]).final;
      return model.requests[0]?.tools;
    }),
  );
  expect(told[0]).toHaveLength(2);
  expect(told[1]).toEqual(told[0]);
  expect(told[2]).toEqual(told[0]);
});
