import { bindTool, defineContract } from "@toolwright/core";
import { ActivityStream, BaseTool } from "@toolwright/core/class-tools";
import { tool } from "@toolwright/core/prompt";
import { scripted } from "@toolwright/models";
import { expect, it } from "vitest";
import { z } from "zod";
import { QUIET, startTestServer } from "./support/test-server.ts";

class Greet extends BaseTool {
  readonly name = "by_class";
  readonly description = "Greet.";
  readonly requiresConfirmation = false;
  override readonly effects = "read";
  override readonly allowlist = "all";
  protected async executeImpl() {
    return this.formatSuccessResponse({ said: "Hello" });
  }
}

const contract = defineContract({ name: "by_contract", description: "Greet.", input: z.object({}), allowlist: "all" });
const TOOLS = [
  new Greet(new ActivityStream()),
  bindTool(contract, () => "Hello"),
  tool("by_prompt", "Greet.", z.object({}), () => "Hello", { allowlist: "all" }),
  { name: "by_object", description: "Greet.", allowlist: "all", execute: () => "Hello" } as const,
];

it("an agent of the server takes tools in every form, as they can be chosen and as they run", async () => {
  const names = TOOLS.map(({ name }) => name);
  const model = scripted([{ toolCalls: names.map((name) => ({ name, arguments: {} })) }, { text: "Done." }]);
  const agent = { model: "one", tools: TOOLS, config: () => ({ model, tools: TOOLS, logger: QUIET }) };
  const { send } = await startTestServer({ agent });

  const { tools } = await (await send("/api/info")).json();
  expect(tools).toEqual(
    names.map((name) => ({ name, description: "Greet.", effects: name === "by_class" ? "read" : null })),
  );

  await (await send("/api/chat", { body: { message: "Greet.", activeTools: names } })).text();
  const results = model.requests[1]?.messages.flatMap(({ role, content }) => (role === "tool" ? [content] : []));
  expect(results).toEqual(['{"said":"Hello"}', "Hello", "Hello", "Hello"]);
});
