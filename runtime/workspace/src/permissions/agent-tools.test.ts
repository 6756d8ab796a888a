import { agentTool, runToolLoop } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { toolOf } from "../../../core/test/making.ts";
import { KeptLog, WrittenModel } from "../../../core/test/support.ts";
import { permissions } from "../../test/permissions.ts";
import type { PermissionOptions } from "./create-permissions.ts";

/** What ran of a run whose agent saves something, and who was asked. */
async function ran(rules: object, options: Partial<PermissionOptions> = {}) {
  const did: string[] = [];
  const save = toolOf("save", () => String(did.push("saved")), { effects: "write" });
  const agent = new WrittenModel([{ calls: [{ name: "save" }] }, { text: "Done." }]);
  const helper = agentTool({ name: "helper", description: "Helps.", model: agent, tools: [save] });
  const asked: string[] = [];
  await runToolLoop(
    {
      model: new WrittenModel([{ calls: [{ name: "helper", args: { prompt: "Do it." } }] }]),
      tools: [helper],
      policy: permissions(rules, options).policy,
      approver: {
        async approve({ approvalId, toolName }) {
          asked.push(toolName);
          return { approvalId, approve: true };
        },
      },
      logger: new KeptLog(),
    },
    [{ role: "user", content: "go" }],
  );
  return { did, asked, began: agent.requests.length > 0 };
}

describe("the tool of an agent under the permissions of a folder", () => {
  it.each<[string, object, Partial<PermissionOptions>, Awaited<ReturnType<typeof ran>>]>([
    ["may run, and its calls are asked about", {}, {}, { began: true, asked: ["save"], did: ["saved"] }],
    ["may run in plan mode, and its calls may not", {}, { mode: "plan" }, { began: true, asked: [], did: [] }],
    ["is denied by a rule that names it", { deny: ["helper"] }, {}, { began: false, asked: [], did: [] }],
    ["is asked about by one", { ask: ["helper"] }, {}, { began: true, asked: ["helper", "save"], did: ["saved"] }],
    ["allows nothing by one", { allow: ["helper"] }, {}, { began: true, asked: ["save"], did: ["saved"] }],
    ["has calls that a rule allows", { allow: ["save"] }, {}, { began: true, asked: [], did: ["saved"] }],
  ])("%s", async (_, rules, options, expected) => {
    expect(await ran(rules, options)).toEqual(expected);
  });

  it("is said to call others, not to read", async () => {
    const helper = agentTool({ name: "helper", description: "Helps.", model: new WrittenModel([]) });
    const { reason } = await permissions().decide(helper, { prompt: "Do it." });
    expect(reason).toBe("helper does nothing but call other tools, which are judged one by one.");
  });
});
