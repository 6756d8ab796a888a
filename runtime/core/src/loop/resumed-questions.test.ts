import { describe, expect, it } from "vitest";
import { calling, counted, crashed } from "../../test/crashing.ts";
import { wait } from "../../test/support.ts";

describe("resuming the questions of a step", () => {
  const asking = (name: string) => counted(name, { effects: "write", requiresConfirmation: true });

  it("asks all that were open together, under their ids, and reuses what was answered before the turn of its call", async () => {
    const [one, two, three] = [asking("one"), asking("two"), asking("three")];
    const open: string[] = [];
    const approver = {
      async approve({ approvalId, toolName }: { approvalId: string; toolName: string }) {
        open.push(`${toolName} ${approvalId}`);
        // The last one is answered first.
        await wait(toolName === "three" ? 1 : 20);
        return { approvalId, approve: true } as const;
      },
    };
    const { texts, all } = await crashed({
      answers: [calling("one", "two", "three")],
      tools: [one.tool, two.tool, three.tool],
      config: { approver },
      after: ["approval_decision", 1],
    });
    expect(texts).toEqual(["one ran", "two ran", "three ran"]);
    expect(open.slice(3)).toEqual(open.slice(0, 2));
    const types = all.filter(({ type }) => type.startsWith("approval")).map(({ type }) => type);
    expect(types.slice(3)).toEqual(["approval_decision", ...Array(2).fill("approval_request"), ...types.slice(6)]);
    expect([one, two, three].map(({ contexts }) => contexts.length)).toEqual([2, 2, 2]);
  });

  it("ends the run where a call behind one that still waited was refused without a reason", async () => {
    const [one, two] = [asking("one"), asking("two")];
    const approver = {
      async approve({ approvalId, toolName }: { approvalId: string; toolName: string }) {
        await wait(toolName === "two" ? 1 : 20);
        return { approvalId, approve: toolName === "one" } as const;
      },
    };
    const { texts, stopReason } = await crashed({
      answers: [calling("one", "two")],
      tools: [one.tool, two.tool],
      config: { approver },
      after: ["approval_decision", 1],
    });
    expect([stopReason, one.contexts, two.contexts]).toEqual(["denied", [], []]);
    expect(texts).toEqual([expect.stringContaining("skipped"), expect.stringContaining("approval_denied")]);
  });
});
