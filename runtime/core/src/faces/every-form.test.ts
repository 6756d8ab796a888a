import { describe, expect, it } from "vitest";
import { z } from "zod";
import { KeptLog, WrittenModel } from "../../test/support.ts";
import { BaseTool, ToolManager } from "../class-tools/index.ts";
import { createGraphExecutor } from "../graph/index.ts";
import {
  ActivityStream,
  bindTool,
  defineContract,
  defineTool,
  getLlmToolDefinitions,
  runToolLoop,
  type Tool,
  ToolRegistry,
  ToolRunner,
  uncheckedTool,
} from "../index.ts";
import { composeTools, runPrompt, StatefulPrompt, tool } from "../prompt/index.ts";
import { createToolBridge, ToolCatalog } from "../tool-search/index.ts";
import type { PromptPart, Registrable } from "./registrable.ts";

const input = z.object({ who: z.string() });
const parameters = { type: "object", properties: { who: { type: "string" } }, required: ["who"] };

class Greet extends BaseTool {
  readonly name = "greet";
  readonly description = "Greet.";
  readonly requiresConfirmation = false;
  override getFunctionDefinition() {
    return { type: "function", function: { name: this.name, description: this.description, parameters } } as const;
  }
  protected async executeImpl({ who }: { who: string }) {
    return this.formatSuccessResponse({ greeting: `Hello ${who}` });
  }
}

/** The same tool as each of the five documents writes it. */
const FORMS: Readonly<Record<string, () => Registrable>> = {
  "a prompt's tool": () => tool("greet", "Greet.", input, ({ who }) => ({ greeting: `Hello ${who}` })),
  "a class": () => new Greet(new ActivityStream()),
  "a contract and its function": () =>
    bindTool(defineContract({ name: "greet", description: "Greet.", input }), ({ who }) => ({
      greeting: `Hello ${who}`,
    })),
  defineTool: () =>
    defineTool({ name: "greet", description: "Greet.", input, execute: ({ who }) => ({ greeting: `Hello ${who}` }) }),
  "an object with execute(ctx, args)": () => ({
    name: "greet",
    description: "Greet.",
    parameters,
    execute: (_ctx, { who }) => JSON.stringify({ greeting: `Hello ${String(who)}` }),
  }),
};

const CALL = { name: "greet", args: { who: "Ann" } };
const HELLO = '{"greeting":"Hello Ann"}';
const user = [{ role: "user", content: "go" }] as const;
const inBatch = { name: "all", args: { calls: [CALL] } };

/** What a model reads of the first call. */
async function loop(extra: object, call: object = CALL): Promise<unknown> {
  const logger = new KeptLog();
  const model = new WrittenModel([{ calls: [call as typeof CALL] }]);
  const { messages, error } = await runToolLoop({ model, logger, ...extra }, user);
  return error?.message ?? messages.find(({ role }) => role === "tool")?.content;
}

/** Each place that takes tools; it gives what a model reads, or a program, of the call. */
const PLACES: Readonly<Record<string, (form: Registrable) => Promise<unknown>>> = {
  "the registry and its runner": async (form) => {
    const runner = new ToolRunner({ registry: new ToolRegistry([form]) });
    return (await runner.exec({ name: "greet", arguments: { who: "Ann" } })).message.content;
  },
  "register and a call by name": async (form) => {
    const registry = new ToolRegistry();
    registry.register(form);
    return (await registry.execute("greet", { who: "Ann" })).forLLM;
  },
  "the list of a loop": (form) => loop({ tools: [form] }),
  "the object of a loop": (form) => loop({ tools: { greet: form } }),
  "a step of a loop": (form) => loop({ tools: [form], prepareStep: () => ({ tools: [form] }) }),
  "a step, unregistered": (form) => loop({ prepareStep: () => ({ tools: [form] }) }),
  "a catalog": (form) => {
    const { tools, prepareStep } = createToolBridge(new ToolCatalog([form]));
    return loop(
      { tools: [form, ...tools], prepareStep },
      { name: "call_tool", args: { name: "greet", arguments: CALL.args } },
    );
  },
  "a graph": async (form) => {
    const model = new WrittenModel([{ calls: [CALL] }]);
    const graph = createGraphExecutor(() => ({ model, tools: [form], redaction: "optional" }));
    await graph.runGraph({ messages: user, caller: { requestId: "r" } }).final;
    return model.requests[1]?.messages.find(({ role }) => role === "tool")?.content;
  },
  "a prompt": async (form) => {
    const model = new WrittenModel([{ calls: [CALL] }]);
    const { result } = await runPrompt(
      ({ addTool, $ }) => {
        addTool(form as PromptPart);
        $`Greet Ann.`;
      },
      { model },
    );
    return (await result.final).messages.find(({ role }) => role === "tool")?.content;
  },
  "a part of a prompt's tool": async (form) => {
    const model = new WrittenModel([{ calls: [inBatch] }]);
    const prompt = StatefulPrompt.create(model);
    prompt.defTool("all", "All of them.", [form as PromptPart]);
    prompt.$`Greet Ann.`;
    const { messages } = await prompt.run().final;
    return entryOf(messages.find(({ role }) => role === "tool")?.content);
  },
  "a composite": async (form) =>
    entryOf(await loop({ tools: [composeTools("all", "All.", [form as PromptPart])] }, inBatch)),
  "a call inside a call": async (form) => {
    const asks = uncheckedTool({
      name: "asks",
      description: "Ask.",
      input: {},
      execute: async (_, { call }) => (await call(form as Tool, { who: "Ann" })).output,
    });
    return loop({ tools: [asks, form] }, { name: "asks" }).then(outputOf);
  },
};

function entryOf(content: unknown): unknown {
  const { result } = JSON.parse(String(content)).results[0];
  return typeof result === "string" ? result : JSON.stringify(result);
}

function outputOf(content: unknown): unknown {
  const output = JSON.parse(String(content));
  return output.text ?? JSON.stringify(output.value);
}

describe.each(Object.entries(FORMS))("%s", (_, make) => {
  it.each(Object.entries(PLACES))("runs in %s", async (_place, callIn) => {
    expect(await callIn(make())).toBe(HELLO);
  });

  it("is told of in the same words, and keeps its effects", () => {
    const form = make();
    const [definition] = new ToolRegistry([form]).getDefinitions();
    expect(definition?.function).toMatchObject({ name: "greet", description: "Greet." });
    expect(definition?.function.parameters).toMatchObject(parameters);
    expect(getLlmToolDefinitions([form])).toEqual([definition]);
  });
});

describe("a tool as an object", () => {
  it("is the same tool in a list and in a step, as long as it says the same", async () => {
    const form = { name: "a", description: "One.", parameters, execute: () => "1" };
    const first = new ToolRegistry([form]).get("a");
    expect(new ToolRegistry([form]).get("a")).toBe(first);
    form.description = "Two.";
    expect(new ToolRegistry([form]).get("a")?.description).toBe("Two.");
  });

  it("with a guard that nothing would read is refused, in a prompt's form, too", () => {
    const form = { ...tool("greet", "Greet.", input, () => 1), needsApproval: true };
    expect(() => new ToolRegistry([form])).toThrow(
      'Tool greet: "needsApproval" means nothing on a tool(name, description, schema, execute, options); its options have it, as requiresConfirmation.',
    );
    expect(() => new ToolRegistry([{ ...form, needsApproval: undefined, id: "x" } as never])).toThrow("Mastra");
  });

  it("of the AI SDK is still named", () => {
    const foreign = { description: "Greet.", inputSchema: input, execute: () => 1 };
    expect(() => new ToolRegistry([foreign as never])).toThrow("this is a tool of the AI SDK. fromAiSdkTools({");
  });

  it("of LangChain is still named, though it has an asTool", () => {
    const foreign = { lc_namespace: ["tools"], name: "greet", schema: input, invoke: () => 1, asTool: () => undefined };
    const make = () => new ToolRegistry([foreign as never]);
    expect(make).toThrow("Tool greet: this is a tool of LangChain. fromLangChainTools([");
  });
});

it("a manager keeps to classes, and says so", () => {
  const make = () => new ToolManager([FORMS.defineTool?.() as never], new ActivityStream());
  expect(make).toThrow("an array of tools of classes that extend BaseTool");
});
