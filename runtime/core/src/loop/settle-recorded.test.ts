import { describe, expect, it } from "vitest";
import { calling, counted, crashed } from "../../test/crashing.ts";
import { toolOf } from "../../test/making.ts";
import { wait } from "../../test/support.ts";
import { secret } from "../secrets/secret.ts";
import type { ToolContext } from "../tool/tool.ts";

describe("resuming a call", () => {
  it("that has ended reuses its result", async () => {
    const { tool, contexts } = counted("write", { effects: "write" });
    const { texts, stopReason, content, published, iterations } = await crashed({
      answers: [calling("write")],
      tools: [tool],
      after: ["tool_call_end", 1],
    });
    expect([contexts.length, texts, stopReason, content, iterations]).toEqual([1, ["write ran"], "stop", "the end", 2]);
    expect(published[0]?.type).toBe("step_end");
  });

  it("that was never started runs for the first time", async () => {
    const { tool, contexts } = counted("write", { effects: "write" });
    await crashed({ answers: [calling("write")], tools: [tool], after: ["assistant_message", 1] });
    expect(contexts.map(({ attempt }) => attempt)).toEqual([1, 1]);
    expect(new Set(contexts.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });

  it.each(["read", { kind: "write", idempotent: true }] as const)(
    "that may be repeated (%j) runs again: attempt 2, the same key, one start and one end",
    async (effects) => {
      const { tool, contexts } = counted("again", { effects });
      const { texts, all } = await crashed({
        answers: [calling("again")],
        tools: [tool],
        after: ["tool_call_start", 1],
      });
      expect(contexts.map(({ attempt }) => attempt)).toEqual([1, 2]);
      expect(new Set(contexts.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
      expect(texts).toEqual(["again ran"]);
      const ofCall = all.filter(({ id }) => id === "c0").map(({ type }) => type);
      expect(ofCall).toEqual(["tool_call_start", "tool_call_end"]);
    },
  );

  it.each([undefined, "write", "external"] as const)(
    "that may not be repeated (%j) has an unknown outcome",
    async (effects) => {
      const { tool, contexts } = counted("once", effects && { effects });
      const { texts, all, stopReason } = await crashed({
        answers: [calling("once")],
        tools: [tool],
        after: ["tool_call_start", 1],
      });
      expect([contexts.length, stopReason]).toEqual([1, "stop"]);
      expect(texts[0]).toMatch(/^Error executing tool: .*not known/);
      const ofCall = all.filter(({ id }) => id === "c0").map(({ type }) => type);
      expect(ofCall).toEqual(["tool_call_start", "error", "tool_call_end"]);
    },
  );

  it("that may be repeated is not run again in a run that is to stop", async () => {
    const controller = new AbortController();
    let runs = 0;
    const stopped = () => {
      runs += 1;
      controller.abort();
    };
    const { texts, stopReason } = await crashed({
      answers: [calling("again")],
      tools: [toolOf("again", stopped, { effects: "read" })],
      config: { signal: controller.signal },
      after: ["tool_call_start", 1],
    });
    expect([runs, stopReason]).toEqual([1, "aborted"]);
    expect(texts[0]).toMatch(/not known/);
  });

  it("of a tool that is gone is not guessed at", async () => {
    const { tool } = counted("gone", { effects: "read" });
    const { texts } = await crashed({
      answers: [calling("gone")],
      tools: [tool],
      resumedTools: [],
      after: ["tool_call_start", 1],
    });
    expect(texts[0]).toMatch(/^Error executing tool/);
  });

  it("goes call by call, in call order", async () => {
    const [first, second, third] = [
      counted("first", { effects: "write" }),
      counted("second", { effects: "write" }),
      counted("third", { effects: "write" }),
    ];
    const { texts } = await crashed({
      answers: [calling("first", "second", "third")],
      tools: [first.tool, second.tool, third.tool],
      after: ["tool_call_start", 2],
    });
    expect(texts.map((text) => text.slice(0, 11))).toEqual(["first ran", "Error execu", "third ran"]);
    expect([first.contexts.length, second.contexts.length, third.contexts.length]).toEqual([1, 1, 2]);
  });

  it("whose arguments could not be read stays refused", async () => {
    const { tool, contexts } = counted("tool", { effects: "read" });
    for (const args of ['{"n":', "[1]", '"x"']) {
      for (const after of ["assistant_message", "tool_call_start"] as const) {
        const { texts } = await crashed({
          answers: [{ calls: [{ id: "c0", name: "tool", args }] }],
          tools: [tool],
          after: [after, 1],
        });
        expect(texts[0]).toMatch(/^Error \[invalid_(json|arguments)\]/);
      }
    }
    expect(contexts).toEqual([]);
  });

  it("whose arguments held a secret has to be asked for again", async () => {
    const { tool, contexts } = counted("login", { effects: "read" });
    const { texts } = await crashed({
      answers: [{ calls: [{ id: "c0", name: "login", args: { word: "correct-horse-battery" } }] }],
      tools: [tool],
      config: { secrets: [secret("vault", "correct-horse-battery")] },
      after: ["tool_call_start", 1],
    });
    expect(contexts).toHaveLength(1);
    expect(texts[0]).toMatch(/^Error \[approval_denied\].*Ask again/);
  });

  it("whose arguments held a secret, and that has made calls, is not said to have done nothing", async () => {
    const pay = counted("pay", { effects: "write" });
    const program = toolOf(
      "program",
      async (_, ctx: ToolContext) => {
        await ctx.call("pay", {});
        await ctx.call("pay", {});
        return "done";
      },
      { effects: "external", replays: true },
    );
    const { texts } = await crashed({
      answers: [{ calls: [{ id: "c0", name: "program", args: { code: "correct-horse-battery" } }] }],
      tools: [program, pay.tool],
      config: { secrets: [secret("vault", "correct-horse-battery")] },
      after: ["tool_call_end", 1],
    });
    expect(texts[0]).toMatch(/whether it took effect is not known. Check before you repeat it/);
  });

  it("that looks a little like it held secrets costs no more than its length", async () => {
    const { tool } = counted("tool", { effects: "read" });
    const { stopReason } = await crashed({
      answers: [{ calls: [{ id: "c0", name: "tool", args: { text: "[secret:".repeat(200_000) } }] }],
      tools: [tool],
      after: ["tool_call_start", 1],
    });
    expect(stopReason).toBe("stop");
  });

  it("made calls inside it: those are closed, and have new ids when it runs again", async () => {
    const inner = counted("inner", { effects: "read" });
    const outer = toolOf("outer", async (_, ctx) => (await ctx.call("inner", {})).output, {
      effects: { kind: "write", idempotent: true },
    });
    const { all, texts } = await crashed({
      answers: [calling("outer")],
      tools: [outer, inner.tool],
      after: ["tool_call_start", 2],
    });
    expect(texts).toHaveLength(1);
    const starts = all.filter(({ type }) => type === "tool_call_start").map(({ id }) => id);
    const ends = all.filter(({ type }) => type === "tool_call_end").map(({ id }) => id);
    expect(starts).toEqual(["c0", "c0/0", "c0~2/0"]);
    expect(ends.toSorted()).toEqual(starts.toSorted());
  });
});

describe("resuming an approval", () => {
  const asked: { approvalId: string; answer?: string }[] = [];
  const approver = {
    async approve({ approvalId }: { approvalId: string }) {
      asked.push({ approvalId });
      return { approvalId, approve: true } as const;
    },
  };
  const asks = (effects?: "read") => counted("asks", { requiresConfirmation: true, ...(effects && { effects }) });

  it("that was not answered asks again under the same id", async () => {
    asked.length = 0;
    const { tool, contexts } = asks();
    const { texts } = await crashed({
      answers: [calling("asks")],
      tools: [tool],
      config: { approver },
      after: ["approval_request", 1],
    });
    expect(texts).toEqual(["asks ran"]);
    expect(asked[0]).toEqual(asked[1]);
    expect(contexts.map(({ attempt }) => attempt)).toEqual([1, 1]);
  });

  it.each([
    ["is asked with the time that it had", 60_000, true],
    ["has no more time where that is over, but for an answer that was given in it", 1, true],
    ["is refused where nobody answers, and its time is over", 1, false],
  ])("%s", async (_, approvalTimeoutMs, hasAnswer) => {
    const times: (number | undefined)[] = [];
    const keeping = {
      approve: ({ approvalId, expiresAt }: { approvalId: string; expiresAt?: number }) => {
        times.push(expiresAt);
        const answer = { approvalId, approve: true } as const;
        if (times.length === 1) return Promise.resolve(answer);
        return hasAnswer ? wait(20).then(() => answer) : new Promise<typeof answer>(() => undefined);
      },
    };
    const { texts } = await crashed({
      answers: [calling("asks")],
      tools: [asks().tool],
      config: { approver: keeping, approvalTimeoutMs },
      after: ["approval_request", 1],
    });
    expect(times).toHaveLength(2);
    expect(times[1]).toBe(times[0]);
    expect(texts[0]).toMatch(hasAnswer ? /^asks ran$/ : /^Error \[approval_denied\].*in time/);
  });

  it.each(["read", undefined] as const)(
    "that was given to a call (%j) which had not begun runs it once",
    async (effects) => {
      asked.length = 0;
      const { tool, contexts } = asks(effects);
      const { texts } = await crashed({
        answers: [calling("asks")],
        tools: [tool],
        config: { approver },
        after: ["approval_decision", 1],
      });
      expect(texts[0]).toMatch(/^asks ran/);
      expect(asked).toHaveLength(1);
      // The run that was not cut off, and the one that was.
      expect(contexts.map(({ attempt }) => attempt)).toEqual([1, 1]);
    },
  );

  it("that was given to a call which had begun: a read runs again, anything else may have run", async () => {
    for (const [effects, text, attempts] of [
      ["read", /^asks ran/, [1, 2]],
      [undefined, /^Error executing tool/, [1]],
    ] as const) {
      asked.length = 0;
      const { tool, contexts } = asks(effects);
      const { texts } = await crashed({
        answers: [calling("asks")],
        tools: [tool],
        config: { approver },
        after: ["tool_call_running", 1],
      });
      expect(texts[0]).toMatch(text);
      expect(asked).toHaveLength(1);
      expect(contexts.map(({ attempt }) => attempt)).toEqual(attempts);
    }
  });

  it.each([undefined, "too much"])("that was refused (%j) stays refused", async (reason) => {
    const refusing = {
      approve: async ({ approvalId }: { approvalId: string }) =>
        ({ approvalId, approve: false, ...(reason && { reason }) }) as const,
    };
    const { tool, contexts } = asks();
    const { texts, stopReason } = await crashed({
      answers: [calling("asks")],
      tools: [tool],
      config: { approver: refusing },
      after: ["approval_decision", 1],
    });
    expect(texts[0]).toMatch(/^Error \[approval_denied\]/);
    expect(stopReason).toBe(reason === undefined ? "denied" : "stop");
    expect(contexts).toEqual([]);
  });

  it("with edited arguments runs those, unless they held a secret", async () => {
    const inputs: unknown[] = [];
    const tool = toolOf("asks", (input) => void inputs.push(input), { requiresConfirmation: true, effects: "read" });
    for (const word of ["plain", "correct-horse-battery"]) {
      const editing = {
        approve: async ({ approvalId }: { approvalId: string }) =>
          ({ approvalId, approve: true, arguments: { word } }) as const,
      };
      const config = { approver: editing, secrets: [secret("vault", "correct-horse-battery")] };
      const { texts } = await crashed({
        answers: [calling("asks")],
        tools: [tool],
        config,
        after: ["approval_decision", 1],
      });
      if (word !== "plain") expect(texts[0]).toMatch(/^Error \[approval_denied\].*Ask again/);
    }
    expect(inputs).toEqual([{ word: "plain" }, { word: "plain" }, { word: "correct-horse-battery" }]);
  });
});
