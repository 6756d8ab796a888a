// Checked by the compiler alone (`npm run typecheck`): a line under @ts-expect-error must not compile.
import { z } from "zod";
import {
  type DependencyKey,
  defineTool,
  type JournalEvent,
  type ModelPort,
  override,
  runToolLoop,
  streamToolLoop,
  type Tool,
  type ToolContext,
  type ToolOutput,
  ToolRegistry,
  type ToolResult,
  userResult,
} from "../src/index.ts";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function same<A, B>(proof: Equal<A, B>): void;

declare const ctx: ToolContext;
declare const erased: Tool;
const about = { name: "tool", description: "" };

const forecast = defineTool({
  ...about,
  input: z.object({ city: z.string(), days: z.number().default(3) }),
  execute: ({ city, days }) => ({ city, days, at: new Date(), wind: null }),
});

// A tool that is given is called with the input of its schema, defaults left out, and its result has the type of
// `execute`.
const result = await ctx.call(forecast, { city: "Rome" });
if (result.isError) same<typeof result.output, ToolOutput>(true);
else same<typeof result.output.value.days, number>(true);
if (!result.isError) same<typeof result.output.value.at, string>(true);
if (!result.isError) same<typeof result.output.value.wind, null>(true);
// @ts-expect-error: whether it failed has to be asked first
result.output.value;
// @ts-expect-error: there is no such field
if (!result.isError) result.output.value.town;
// @ts-expect-error: the city is missing
await ctx.call(forecast, { days: 2 });
// @ts-expect-error: days are a number
await ctx.call(forecast, { city: "Rome", days: "2" });
// @ts-expect-error: there is no such input
await ctx.call(forecast, { city: "Rome", hours: 2 });
await ctx.call(forecast, '{"city":"Rome"}');

// By its name, and where a tool is just a tool, nothing is known.
same<ToolResult, Awaited<ReturnType<typeof byName>>>(true);
function byName() {
  return ctx.call("tool", { whatever: 1 });
}
const untyped = await ctx.call(erased, { whatever: 1 });
if (!untyped.isError) same<typeof untyped.output, ToolOutput>(true);
// @ts-expect-error: arguments are an object, or its JSON
await ctx.call(erased, 5);

// The allowlist decides what is left, and the output schema what is made.
const allowed = defineTool({
  ...about,
  input: z.object({}),
  allowlist: ["city"],
  execute: () => ({ city: "Rome", mayor: "R" }),
});
const shown = await ctx.call(allowed, {});
if (!shown.isError) same<typeof shown.output.value, { readonly city: string }>(true);
const checked = defineTool({
  ...about,
  input: z.object({}),
  output: z.object({ n: z.number() }),
  execute: () => ({ n: 1, more: 2 }),
});
const made = await ctx.call(checked, {});
if (!made.isError) same<typeof made.output.value, { readonly n: number }>(true);

// What is no object, or says itself what it is, is an output of any kind.
const worded = defineTool({ ...about, input: z.object({}), execute: () => "a word" });
const words = await ctx.call(worded, {});
if (!words.isError) same<typeof words.output, ToolOutput>(true);
const helped = defineTool({ ...about, input: z.object({}), execute: () => userResult("done") });
const help = await ctx.call(helped, {});
if (!help.isError) same<typeof help.output, ToolOutput>(true);
const listed = defineTool({ ...about, input: z.object({}), execute: () => [{ id: 1 }, { id: 2 }] });
const list = await ctx.call(listed, {});
if (!list.isError) same<typeof list.output.value, readonly { readonly id: number }[]>(true);

// A plain JSON Schema with types of one's own: they are what callers give, too.
const own = defineTool({
  ...about,
  input: { type: "object", properties: { city: { type: "string" } } },
  execute: ({ city }: { readonly city: string }) => ({ city }),
});
await ctx.call(own, { city: "Rome" });
// @ts-expect-error: a city is a text
await ctx.call(own, { city: 5 });

// An override makes what its key makes.
interface Database {
  get(id: string): Promise<string>;
}
const DATABASE: DependencyKey<Database> = { id: "my.database", create: () => ({ get: async (id) => id }) };
new Map([override(DATABASE, () => ({ get: async () => "fake" }))]);
new Map([override(DATABASE, async () => ({ get: async () => "fake" }))]);
// @ts-expect-error: it has another type
override(DATABASE, () => ({ get: () => 5 }));
// @ts-expect-error: a function makes it
override(DATABASE, { get: async () => "fake" });
// @ts-expect-error: the key itself, not its id
override("my.database", () => ({ get: async () => "fake" }));

// Tools that are given as an object type the events and the calls of a run by the name of the tool.
declare const model: ModelPort;
const weather = forecast;
const { events } = streamToolLoop(
  {
    model,
    tools: { weather, allowed, erased },
    observer: () => ({
      ended: () => undefined,
      settled(calls) {
        for (const call of calls) {
          if (call.toolName === "weather" && !call.result.isError)
            same<typeof call.result.output.value.days, number>(true);
        }
      },
    }),
  },
  [],
);
for await (const { type, data } of events) {
  if (type === "text_delta") same<typeof data.delta, string>(true);
  if (type === "tool_call_start" && data.toolName === "weather") {
    same<typeof data.arguments.city, string | undefined>(true);
    // @ts-expect-error: there is no such argument
    data.arguments.town;
  }
  if (type === "tool_call_end" && data.toolName === "weather" && !data.result.isError) {
    same<typeof data.result.output.value.city, string>(true);
    // @ts-expect-error: it returns no such field
    data.result.output.value.town;
  }
  if (type === "tool_call_end" && data.toolName === "allowed" && !data.result.isError) {
    same<typeof data.result.output.value, { readonly city: string }>(true);
  }
  if (type === "tool_call_end" && data.toolName === "erased" && !data.result.isError) {
    same<typeof data.result.output, ToolOutput>(true);
  }
  // @ts-expect-error: no tool has this name
  if (type === "tool_call_end" && data.toolName === "wether") data.result;
  // A model may make names up, so a text is what is left.
  if (type === "tool_call_end" && data.toolName !== "weather") data.toolName.toUpperCase();
}
const asList = streamToolLoop({ model, tools: [weather, allowed] }, []);
for await (const event of asList.events) same<JournalEvent, typeof event>(true);
const registered = streamToolLoop({ model, tools: new ToolRegistry([weather]) }, []);
for await (const event of registered.events) same<JournalEvent, typeof event>(true);
await runToolLoop({ model, tools: { weather } }, []);
// @ts-expect-error: a schema is no tool
await runToolLoop({ model, tools: { weather: z.object({}) } }, []);
