import { agentTool, askForWrites, defineTool } from "@toolwright/core";
import { beforeEach, describe, expect, it } from "vitest";
import { WrittenModel } from "../../core/test/support.ts";
import { connect, serve } from "./support/serve.ts";

const did: string[] = [];
beforeEach(() => {
  did.length = 0;
});

const remove = defineTool({
  name: "remove",
  description: "Removes something.",
  input: { type: "object", properties: { what: { type: "string" } }, required: ["what"] },
  effects: "external",
  execute: ({ what = "" }: { what?: string }) => {
    did.push(`removed ${what}`);
    return "removed";
  },
});
const count = defineTool({
  name: "count",
  description: "Counts.",
  input: { type: "object" },
  effects: "read",
  execute: () => String(did.push("counted")),
});

/** An agent that wants something else each time. */
function cleaner() {
  const removing = (what: string) => ({ calls: [{ name: "count" }, { name: "remove", args: { what } }] });
  const model = new WrittenModel([removing("one file"), { text: "Done." }, removing("all files"), { text: "Done." }]);
  return agentTool({ name: "cleaner", description: "Cleans.", model, tools: [count, remove] });
}

const sweep = defineTool({
  name: "sweep",
  description: "Removes two things.",
  input: { type: "object" },
  effects: { kind: "external", onlyCalls: true },
  execute: async (_, context) => {
    for (const what of ["one", "two"]) await context.call(remove, { what });
    return "swept";
  },
});

describe.each(["auto", "legacy"] as const)("a call inside a call over MCP (%s)", (mode) => {
  it.each([
    ["of an agent", cleaner, ["counted"]],
    ["of a tool", () => sweep, []],
  ])(
    "%s that asks is refused: its outer call would begin anew, and one yes would allow all that it calls then",
    async (_, tool, done) => {
      const asked: string[] = [];
      const answer = (message: string) => {
        asked.push(message);
        return { action: "accept", content: { allow: true } };
      };
      const made = tool();
      const client = await connect((await serve([made], { runner: { policy: askForWrites } })).url, { mode, answer });
      const { isError } = await client.callTool({ name: made.name, arguments: { prompt: "Clean up." } });
      expect([asked, did, isError ?? false]).toEqual([[], done, false]);
    },
  );
});

describe("a call inside a call over MCP, where the host has an approver", () => {
  it("is asked about there, in the words of its agent", async () => {
    const reasons: unknown[] = [];
    const approver = {
      async approve({ approvalId, reason }: { readonly approvalId: string; readonly reason?: string }) {
        reasons.push(reason);
        return { approvalId, approve: true } as const;
      },
    };
    const { url } = await serve([cleaner()], { runner: { policy: askForWrites, approver } });
    const client = await connect(url, { mode: "auto" });
    await client.callTool({ name: "cleaner", arguments: { prompt: "Clean up." } });
    expect(reasons).toEqual(["[agent cleaner] remove may change things outside this folder."]);
    expect(did).toEqual(["counted", "removed one file"]);
  });
});
