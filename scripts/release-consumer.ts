// A program as a user writes it, against the packages as they are published: `npm run check:release` type-checks it
// with exactOptionalPropertyTypes and without skipLibCheck. A line under @ts-expect-error must not compile.
import { type DependencyKey, defineTool, override, runToolLoop, streamToolLoop } from "@toolwright/core";
import { runPrompt } from "@toolwright/core/prompt";
import { scripted } from "@toolwright/models";
import { createAgentServer } from "@toolwright/server";
import { createFolderAgent } from "@toolwright/workspace";
import { z } from "zod";

declare module "@toolwright/core" {
  interface ToolDeps {
    readonly mailer: { send(to: string): Promise<void> };
  }
}

interface Orders {
  find(id: string): Promise<{ readonly id: string; readonly total: number }>;
}
const ORDERS: DependencyKey<Orders> = { id: "shop.orders", create: () => ({ find: async (id) => ({ id, total: 5 }) }) };

const findOrder = defineTool({
  name: "find_order",
  description: "Find an order.",
  input: z.object({ id: z.string() }),
  effects: "read",
  execute: async ({ id }, ctx) => (await ctx.resolve(ORDERS)).find(id),
});
const remind = defineTool({
  name: "remind",
  description: "Remind a customer of an order.",
  input: z.object({ id: z.string(), to: z.string() }),
  async execute({ id, to }, ctx) {
    await ctx.deps.mailer.send(to);
    // @ts-expect-error: nobody declared it
    ctx.deps.mailer.post(to);
    const { isError, output } = await ctx.call(findOrder, { id });
    return { owes: isError ? 0 : output.value.total };
  },
});

const model = scripted([{ text: '{"total":5}' }]);
const Answer = z.object({ total: z.number() });
const overrides = new Map([override(ORDERS, () => ({ find: async (id) => ({ id, total: 1 }) }))]);
const deps = { mailer: { send: async () => undefined } };

const run = streamToolLoop({ model, tools: { find_order: findOrder, remind }, overrides, deps, output: Answer }, []);
for await (const { type, data } of run.events) {
  if (type !== "tool_call_end" || data.toolName !== "remind" || data.result.isError) continue;
  const owes: number = data.result.output.value.owes;
  console.log(owes);
}
const total: number | undefined = (await run.final).output?.total;

// @ts-expect-error: a promise inside is not waited for
defineTool({ name: "bad", description: "", input: z.object({}), execute: () => ({ later: Promise.resolve(1) }) });
// @ts-expect-error: a policy decides
await runToolLoop({ model, policy: { allow: ["*"] } }, []);

const { result } = await runPrompt(({ $ }) => void $`How much?`, { model, output: Answer });
const asked: number | undefined = (await result.final).output?.total;
const agent = await createFolderAgent({ root: ".", model, policies: { allow: ["Bash(npm test)"] } });
console.log(total, asked, (await agent.run("Look around.")).content, typeof createAgentServer);
