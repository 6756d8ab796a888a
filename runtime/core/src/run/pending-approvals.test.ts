import { describe, expect, it } from "vitest";
import { runnerOf, toolOf } from "../../test/making.ts";
import { thrownBy } from "../../test/thrown-by.ts";
import { RIGHT_FORM, wrongDecisions } from "../../test/wrong-decisions.ts";
import { PendingApprovals } from "./pending-approvals.ts";

const pay = toolOf("pay", () => "paid", { requiresConfirmation: true });

function waiting() {
  const approvals = new PendingApprovals();
  const { runner } = runnerOf([pay], { approver: approvals });
  const controller = new AbortController();
  const exec = () => runner.exec({ name: "pay", arguments: {} }, { signal: controller.signal });
  const asked = () => expect.poll(() => approvals.list(), { interval: 1 }).toHaveLength(1);
  return { approvals, controller, exec, asked };
}

describe("pending approvals", () => {
  it("are listed until they are answered, and answered once", async () => {
    const { approvals, exec, asked } = waiting();
    const settling = exec();
    await asked();
    const [request] = approvals.list();
    expect(request).toMatchObject({ toolName: "pay", arguments: {} });
    const answer = { approvalId: request?.approvalId ?? "", approve: true } as const;
    expect(approvals.answer({ approvalId: "other", approve: true })).toBe("unknown");
    expect(approvals.answer(answer)).toBe("accepted");
    expect(approvals.answer(answer)).toBe("used");
    expect(approvals.list()).toEqual([]);
    expect((await settling).result.isError).toBe(false);
  });

  it("are not used up by an answer of a wrong form, which is refused in words that name the right one", async () => {
    const { approvals, exec, asked } = waiting();
    const settling = exec();
    await asked();
    const approvalId = approvals.list()[0]?.approvalId ?? "";
    for (const [given, words] of wrongDecisions(approvalId)) {
      const message = thrownBy(() => Reflect.apply(approvals.answer, approvals, [given]));
      expect(message).toMatch(words);
      expect(message).toContain(RIGHT_FORM);
      expect(approvals.list()).toHaveLength(1);
    }
    expect(approvals.answer({ approvalId, approve: true })).toBe("accepted");
    expect((await settling).result.isError).toBe(false);
  });

  it("take no answer for more calls to a question that is in no program", async () => {
    const { approvals, exec, asked } = waiting();
    const settling = exec();
    await asked();
    const approvalId = approvals.list()[0]?.approvalId ?? "";
    const more = { toolName: "pay", times: 2 };
    const words = /more counts for questions from inside a program/;
    expect(thrownBy(() => approvals.answer({ approvalId, approve: true, more }))).toMatch(words);
    expect(approvals.answer({ approvalId, approve: true })).toBe("accepted");
    expect((await settling).result.isError).toBe(false);
  });

  it("answer one question each: others that an answer names are no part of it", async () => {
    const { approvals, exec, asked } = waiting();
    const settling = exec();
    await asked();
    const approvalId = approvals.list()[0]?.approvalId ?? "";
    const answer = (also: string[]) =>
      Reflect.apply(approvals.answer, approvals, [{ approvalId, approve: true, also }]);
    expect(thrownBy(() => answer(["other"]))).toMatch(/also counts at approvals.claim of a store and at POST/);
    expect(answer([])).toBe("accepted");
    expect((await settling).result.isError).toBe(false);
  });

  it("stay open where an answer names another preview than was asked about, and uses nothing up", async () => {
    const { approvals, exec, asked } = waiting();
    const settling = exec();
    await asked();
    const [request] = approvals.list();
    const approvalId = request?.approvalId ?? "";
    const { preview = "none" } = request ?? {};
    expect(preview).toMatch(/^[0-9a-f]{64}$/);
    expect(approvals.answer({ approvalId, approve: true, preview: "0".repeat(64) })).toBe("other_preview");
    expect(approvals.answer({ approvalId, approve: false, preview: "" })).toBe("other_preview");
    expect(approvals.list()).toHaveLength(1);
    expect(approvals.answer({ approvalId, approve: true, preview })).toBe("accepted");
    expect((await settling).result.isError).toBe(false);
  });

  it("are gone when the run stops", async () => {
    const { approvals, controller, exec, asked } = waiting();
    const settling = exec();
    await asked();
    const [request] = approvals.list();
    controller.abort();
    await settling;
    expect(approvals.list()).toEqual([]);
    expect(approvals.answer({ approvalId: request?.approvalId ?? "", approve: true })).toBe("unknown");
  });

  it("are not opened for a run that has stopped", async () => {
    const approvals = new PendingApprovals();
    const request = { approvalId: "a", toolCallId: "c", toolName: "pay", arguments: {} };
    void approvals.approve(request, pay, AbortSignal.abort());
    expect(approvals.list()).toEqual([]);
  });
});
