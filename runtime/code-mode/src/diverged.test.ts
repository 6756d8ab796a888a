import { defineTool } from "@toolwright/core";
import { expect, it } from "vitest";
import { goneOn, ran } from "./ran.test-data.ts";

function toolsOf(paid: unknown[] = []) {
  const input = { type: "object" } as const;
  const look = defineTool({ name: "look", description: "Looks.", input, effects: "read", execute: () => "seen" });
  const pay = defineTool({
    name: "pay",
    description: "Pays.",
    input,
    effects: "external",
    execute: () => {
      paid.push(1);
      return "paid".padEnd(300_000);
    },
  });
  return [look, pay];
}

/** The program is another one after the event, in which nothing of the first is left but what the journal has. */
async function changed(first: string, second: string, after: readonly [type: string, toolCallId: string]) {
  const { events } = await ran(first, toolsOf());
  const last = events.findLastIndex(
    ({ type, data }) => type === after[0] && "toolCallId" in data && data.toolCallId === after[1],
  );
  expect(last).toBeGreaterThan(0);
  const before = JSON.stringify(events.slice(0, last + 1)).replaceAll(first, second);
  const paid: unknown[] = [];
  const { said } = await goneOn(JSON.parse(before), { code: second, tools: toolsOf(paid) });
  return { said, paid };
}

const AFTER = "Error executing tool: After a restart";
const OTHER = `${AFTER} p made another call (look) where pay is recorded. Nothing more was run.`;

it.each([
  [
    "in place of a write",
    "await tools.pay({}); return 1",
    "await tools.look({}); return 1",
    `${OTHER} 1 call was made: pay ok (not undone).`,
  ],
  [
    "in place of a write, and ends",
    "await tools.pay({}); return 1",
    "tools.look({}); return 1",
    `${AFTER} the program ended without the call of pay that is recorded. 1 call was made: pay ok (not undone).`,
  ],
  [
    "in place of a write, and more beside it",
    "await tools.pay({}); return 1",
    "await Promise.all([tools.look({}), tools.pay({}), tools.look({})]); return 1",
    `${OTHER} 3 calls were made: pay ok (not undone), pay not run, look not run.`,
  ],
])("tells what ran of a program that makes another call %s", async (_, first, second, expected) => {
  expect(await changed(first, second, ["tool_call_end", "p/0"])).toEqual({ said: expected, paid: [] });
});

it("tells what ran beside a call in place of which it makes another one", async () => {
  const [first, second] = [1, 2].map((n) => `return await Promise.all([tools.look({ n: ${n} }), tools.pay({})])`);
  const { said, paid } = await changed(first ?? "", second ?? "", ["tool_call_end", "p/1"]);
  expect(said).toBe(
    `${AFTER} p made another call (look) where look is recorded. Nothing more was run. 2 calls were made: pay ok (not undone), look ok.`,
  );
  expect(paid).toEqual([]);
});

it("tells that nobody knows of a write that was under way", async () => {
  const { said, paid } = await changed("await tools.pay({})", "await tools.look({})", ["tool_call_start", "p/0"]);
  expect(said).toBe(`${OTHER} 1 call was made: pay outcome unknown.`);
  expect(paid).toEqual([]);
});

it("tells that a write ran whose result is kept no more", async () => {
  const code = "await tools.pay({}); await tools.look({}); return 1";
  const { said, paid } = await changed(code, code, ["tool_call_end", "p/0"]);
  expect(said).toBe(
    "Error executing tool: The result of p/0 (pay) is no longer kept, so the call around it cannot go on. 1 call was made: pay ok (not undone).",
  );
  expect(paid).toEqual([]);
});
