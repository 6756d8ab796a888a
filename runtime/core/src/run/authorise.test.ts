import { getEventListeners } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { deferred, runnerOf, toolOf } from "../../test/making.ts";
import { KeptLog, WrittenModel } from "../../test/support.ts";
import { defineTool } from "../faces/define-tool.ts";
import { runToolLoop } from "../loop/tool-loop.ts";
import { ToolError } from "../result/tool-error.ts";
import type { Approver, Policy, Verdict } from "./policy.ts";

const yes: Approver = { approve: async ({ approvalId }) => ({ approvalId, approve: true }) };

function asked(options: { policy?: Policy; requiresConfirmation?: boolean | (() => boolean); approver?: Approver }) {
  const execute = vi.fn(() => "ran");
  const approve = vi.fn(yes.approve);
  const { requiresConfirmation, ...rest } = options;
  const tool = toolOf("tool", execute, requiresConfirmation === undefined ? {} : { requiresConfirmation });
  const { runner, log, events } = runnerOf([tool], { approver: { approve }, ...rest });
  return { runner, execute, approve, log, events, exec: () => runner.exec({ name: "tool", arguments: { a: 1 } }) };
}

const saying = (verdict: Verdict): Policy => ({ decide: () => verdict });

describe("a policy", () => {
  it("lets deny beat ask, and ask beat allow", async () => {
    const table = [];
    for (const verdict of ["allow", "ask", "deny"] as const) {
      for (const requiresConfirmation of [false, true]) {
        const { exec, approve } = asked({ policy: saying({ verdict }), requiresConfirmation });
        const { result } = await exec();
        table.push([verdict, requiresConfirmation, approve.mock.calls.length, result.error?.code]);
      }
    }
    expect(table).toEqual([
      ["allow", false, 0, undefined],
      ["allow", true, 1, undefined],
      ["ask", false, 1, undefined],
      ["ask", true, 1, undefined],
      ["deny", false, 0, "policy_denied"],
      ["deny", true, 0, "policy_denied"],
    ]);
  });

  it("asks nobody where the tool would refuse after the yes", async () => {
    const danger = () => {
      throw new ToolError("Never.", { code: "security_violation" });
    };
    for (const policy of [undefined, saying({ verdict: "ask" })]) {
      const { exec, approve, execute } = asked({ ...(policy && { policy }), requiresConfirmation: danger });
      expect((await exec()).result.error).toMatchObject({ code: "security_violation", message: "Never." });
      expect([approve.mock.calls.length, execute.mock.calls.length]).toEqual([0, 0]);
    }
  });

  it("is not needed: registering is the authorisation", async () => {
    const { exec, approve } = asked({});
    expect((await exec()).result.isError).toBe(false);
    expect(approve).not.toHaveBeenCalled();
  });

  it("says that nothing ran when it names a danger, and makes no error event of it", async () => {
    const policy = saying({ verdict: "deny", code: "security_violation", reason: "It reaches outside." });
    const { exec, execute, events } = asked({ policy });
    const { result, message } = await exec();
    expect(result.error).toMatchObject({ code: "security_violation", type: "security_error" });
    expect(message.content).toMatch(/^Error \[security_violation\]: It reaches outside\./);
    expect(events.map(({ type }) => type)).toEqual(["tool_call_start", "tool_call_end"]);
    expect(execute).not.toHaveBeenCalled();
  });

  it("tells the model why it denied", async () => {
    const reason = await asked({ policy: saying({ verdict: "deny", reason: "Not on Sundays." }) }).exec();
    const rule = await asked({ policy: saying({ verdict: "deny", rule: "deny *" }) }).exec();
    expect(reason.message.content).toMatch(/^Error \[policy_denied\]: Not on Sundays\./);
    expect(rule.message.content).toContain("deny *");
    expect(reason.result.error?.type).toBe("permission_error");
  });

  it.each(["allow", "ask", "deny"] as const)("may say more of %s than is asked of it", async (verdict) => {
    const own = { verdict, stage: "production", result: "theirs" };
    const code = verdict === "deny" ? "policy_denied" : undefined;
    for (const policy of [saying(own), { decide: async () => own }]) {
      const { exec, execute, runner } = asked({ policy });
      const inStep = await runner.execAll([{ name: "tool", arguments: { a: 2 } }]);
      expect([await exec(), ...inStep].map(({ result }) => result.error?.code)).toEqual([code, code]);
      expect(execute).toHaveBeenCalledTimes(code === undefined ? 2 : 0);
      expect(await runner.foresee({ name: "tool", arguments: {} })).toMatchObject({ verdict });
    }
  });

  it("may give a reason that is no text: the call is still denied or asked about", async () => {
    for (const reason of [null, 42, { a: 1 }, ["x"], Symbol("s")]) {
      const odd = (verdict: string) =>
        saying(Object.assign(JSON.parse(`{"verdict":"${verdict}"}`), { reason, rule: reason }));
      const denied = asked({ policy: odd("deny") });
      expect((await denied.exec()).message.content).toMatch(/^Error \[policy_denied\]: This call is not allowed\./);
      expect(await denied.runner.foresee({ name: "tool", arguments: {} })).toMatchObject({ verdict: "deny" });
      const { exec, approve } = asked({ policy: odd("ask") });
      expect((await exec()).result.isError).toBe(false);
      expect(approve.mock.calls).toHaveLength(1);
    }
  });

  it.each<[string, Policy["decide"]]>([
    [
      "throws",
      () => {
        throw new Error("a bug");
      },
    ],
    ["rejects", () => Promise.reject(new Error("a bug"))],
    ["returns nothing", () => JSON.parse("[]")[0]],
    ["resolves to nothing", async () => JSON.parse("[]")[0]],
    ["returns null", () => JSON.parse("null")],
    ["returns an unknown verdict", () => JSON.parse('{"verdict":"maybe"}')],
  ])("that %s denies", async (_, decide) => {
    const { exec, execute, log } = asked({ policy: { decide } });
    expect((await exec()).result.error?.code).toBe("policy_denied");
    expect(execute).not.toHaveBeenCalled();
    expect(log.lines.join()).toContain("policy");
  });

  it("cannot change what runs", async () => {
    const execute = vi.fn((_: unknown) => "ran");
    const decide: Policy["decide"] = (_, args) => {
      Reflect.set(args, "a", 2);
      return { verdict: "allow" };
    };
    const { runner, events } = runnerOf([toolOf("tool", execute)], { policy: { decide } });
    await runner.exec({ name: "tool", arguments: { a: 1 } });
    expect(execute.mock.calls[0]?.[0]).toEqual({ a: 1 });
    expect(events[0]?.data).toMatchObject({ arguments: { a: 1 } });
  });

  it("may take its time, but not longer than the run", async () => {
    const never = deferred<Verdict>();
    const { runner, events } = runnerOf([toolOf("tool", () => "ran")], { policy: { decide: () => never.promise } });
    const controller = new AbortController();
    const settling = runner.exec({ name: "tool", arguments: {} }, { signal: controller.signal });
    setTimeout(() => controller.abort(), 5);
    expect((await settling).result.error?.code).toBe("skipped");
    expect(events.at(-1)?.type).toBe("tool_call_end");
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
  });

  it("keeps tools from the model that it does not offer, and one whose `offers` throws", async () => {
    const tools = ["shown", "hidden", "doubtful"].map((name) => toolOf(name, () => "ran"));
    const policy: Policy = {
      offers({ name }) {
        if (name === "doubtful") throw new Error("a bug");
        return name === "shown";
      },
      decide: () => ({ verdict: "allow" }),
    };
    const model = new WrittenModel([{ calls: [{ name: "hidden" }, { name: "doubtful" }] }]);
    const { messages, stopReason } = await runToolLoop({ model, tools, policy, logger: new KeptLog() }, []);
    expect(stopReason).toBe("stop");
    expect(model.requests[0]?.tools?.map((tool) => tool.function.name)).toEqual(["shown"]);
    const texts = messages.flatMap((message) => (message.role === "tool" ? [String(message.content)] : []));
    expect(texts.every((text) => text.startsWith("Error [inactive_tool]"))).toBe(true);
  });
});

describe("requiresConfirmation", () => {
  const confirming = (requiresConfirmation: (input: { amount: number }) => boolean | Promise<boolean>) =>
    defineTool({
      name: "pay",
      description: "",
      input: z.object({ amount: z.number() }),
      requiresConfirmation,
      execute: () => "paid",
    });

  it("may depend on the input", async () => {
    const approve = vi.fn(yes.approve);
    const { runner } = runnerOf([confirming(async ({ amount }) => amount > 10)], { approver: { approve } });
    await runner.exec({ name: "pay", arguments: { amount: 5 } });
    expect(approve).not.toHaveBeenCalled();
    await runner.exec({ name: "pay", arguments: { amount: 50 } });
    expect(approve).toHaveBeenCalledTimes(1);
  });

  it("asks when it gives no clear answer, and denies when it throws", async () => {
    const unclear = runnerOf([confirming(() => JSON.parse("[]")[0])]);
    expect((await unclear.runner.exec({ name: "pay", arguments: { amount: 1 } })).result.error?.code).toBe(
      "approval_denied",
    );
    const broken = runnerOf([
      confirming(() => {
        throw new Error("a bug");
      }),
    ]);
    const { result, message } = await broken.runner.exec({ name: "pay", arguments: { amount: 1 } });
    expect(result.error?.code).toBe("policy_denied");
    expect(message.content).toContain("Whether pay has to ask could not be told.");
    expect(broken.log.lines.join()).toContain("requiresConfirmation failed");
  });

  it("may resolve dependencies, which are disposed of, and leaves the ids of calls inside to the call", async () => {
    const dispose = vi.fn();
    const key = { id: "limit", create: () => 10, dispose };
    const ids: string[] = [];
    const inner = toolOf("inner", (_, ctx) => void ids.push(ctx.toolCallId));
    const pay = toolOf("pay", (_, ctx) => ctx.call("inner", {}), {
      requiresConfirmation: async (_, ctx) => {
        await ctx.call("inner", {});
        return (await ctx.resolve(key)) < 5;
      },
    });
    const { runner, events } = runnerOf([pay, inner]);
    await runner.exec({ id: "p", name: "pay", arguments: {} });
    expect(dispose).toHaveBeenCalledWith(10);
    expect(new Set(ids).size).toBe(2);
    const starts = events.filter(({ type }) => type === "tool_call_start").map(({ id }) => id);
    expect(new Set(starts).size).toBe(3);
  });
});

describe("a tool's own wish to ask", () => {
  it("is told by its signal that the run is stopped, and leaves no listener behind", async () => {
    const stop = new AbortController();
    const told = deferred<boolean>();
    const tool = toolOf("tool", () => "ran", {
      requiresConfirmation: async (_, { signal }) => {
        signal.addEventListener("abort", () => told.resolve(true));
        stop.abort();
        return new Promise<boolean>(() => undefined);
      },
    });
    const { runner } = runnerOf([tool]);
    const { result } = await runner.exec({ name: "tool", arguments: {} }, { signal: stop.signal });
    expect(result.error?.code).toBe("skipped");
    expect(await Promise.race([told.promise, Promise.resolve(false)])).toBe(true);
    expect(getEventListeners(stop.signal, "abort")).toEqual([]);
  });

  it("leaves no listener behind where nothing is stopped", async () => {
    const { signal } = new AbortController();
    const { runner } = runnerOf([toolOf("tool", () => "ran", { requiresConfirmation: async () => false })]);
    expect((await runner.exec({ name: "tool", arguments: {} }, { signal })).result.isError).toBe(false);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("may change the input it is shown, and the call runs with its own", async () => {
    const tool = defineTool({
      name: "pay",
      description: "",
      input: z.object({ amount: z.number() }),
      requiresConfirmation: (input) => {
        input.amount = 1_000;
        return false;
      },
      execute: ({ amount }) => `paid ${amount}`,
    });
    const { runner } = runnerOf([tool]);
    expect((await runner.exec({ name: "pay", arguments: { amount: 5 } })).message.content).toBe("paid 5");
  });
});
