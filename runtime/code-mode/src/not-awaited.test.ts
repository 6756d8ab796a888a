import { askForWrites, defineTool } from "@toolwright/core";
import { expect, it } from "vitest";
import { ran } from "./ran.test-data.ts";

const list = defineTool({
  name: "list",
  description: "Lists.",
  input: { type: "object" },
  effects: "read",
  execute: () => "listed",
});

const pay = defineTool({
  name: "pay",
  description: "Pays.",
  input: { type: "object", properties: { euros: { type: "number" } }, required: ["euros"] },
  effects: "external",
  execute: async ({ euros }: { euros: number }) => {
    // The program ends meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 20));
    return `paid ${euros}`;
  },
});

it("tells which arguments a person gave to a call that the program does not wait for", async () => {
  const code = `tools.pay({ euros: 500 });
await tools.wait({});
return "sent";`;
  let ask = () => {};
  const asked = new Promise<void>((resolve) => (ask = resolve));
  const wait = defineTool({
    name: "wait",
    description: "Ends a while after the question, whose answer has been heard by then.",
    input: { type: "object" },
    effects: "read",
    execute: () => asked.then(() => new Promise<string>((resolve) => setTimeout(() => resolve("done"), 50))),
  });
  const { said } = await ran(code, [wait, pay], {
    policy: askForWrites,
    approver: {
      approve: async ({ approvalId }) => {
        ask();
        return { approvalId, approve: true, arguments: { euros: 5 } };
      },
    },
  });
  expect(said).toBe(`sent\n\nEdited by the user: call 1, pay, ran with {"euros":5}.\n1 call was not awaited: pay ok.`);
});

it("does not say of a call that another one's error overtook that it was not awaited", async () => {
  const { said } = await ran("return await Promise.all([tools.list({}), tools.none({})]);", [list]);
  expect(said).toMatch(/\n1 call had not ended by then: list (?:ok|not run)\.$/);
});

it("says that a person gave other arguments also where those are long", async () => {
  const { said } = await ran("await tools.pay({ euros: 5 }); return 'z'.repeat(60_000)", [list, pay], {
    policy: askForWrites,
    approver: {
      approve: async ({ approvalId }) => ({
        approvalId,
        approve: true,
        arguments: { euros: 5, note: "y".repeat(70_000) },
      }),
    },
  });
  expect(said).toContain('Edited by the user: call 1, pay, ran with {"euros":5,"note":"yyy');
});

it("counts the calls that it does not wait for", async () => {
  const code = "for (let n = 0; n < 200; n += 1) tools.list({ n });\nreturn 1;";
  const { said } = await ran(code, [list]);
  expect(said).toBe("1\n\n200 calls were not awaited: list ×200 not run.");
});
