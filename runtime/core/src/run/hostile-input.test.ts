import { describe, expect, it } from "vitest";
import { runnerOf, toolOf } from "../../test/making.ts";
import { KeptLog } from "../../test/support.ts";
import type { ApprovalRequest } from "../journal/event.ts";

const SECRET = "sk-abcdefghijklmnopqrstuvwxyz0123456789";
const asking = { requiresConfirmation: true };

describe("what comes from outside is read once, and hides nothing", () => {
  it("takes no call id that holds a secret", async () => {
    const { runner, events } = runnerOf([toolOf("t", () => "ok")]);
    const settled = await runner.exec({ name: "t", arguments: "{}", id: SECRET });
    expect(settled.result.isError).toBe(false);
    expect(JSON.stringify([events, settled])).not.toContain(SECRET);
  });

  it("takes an approval that fails when it is read for a refusal, and ends the call", async () => {
    const approve = async ({ approvalId }: ApprovalRequest) => ({
      approvalId,
      get approve(): never {
        throw new Error("no");
      },
    });
    const { runner, events } = runnerOf([toolOf("t", () => "ran", asking)], { approver: { approve } });
    const { result } = await runner.exec({ name: "t", arguments: "{}" });
    expect(result.error?.code).toBe("approval_denied");
    expect(events.filter(({ type }) => type === "tool_call_end")).toHaveLength(1);
  });

  it("runs an approved call with the arguments that are recorded, whatever a second look would show", async () => {
    let looks = 0;
    const approve = async ({ approvalId }: ApprovalRequest) => ({
      approvalId,
      approve: true as const,
      get arguments() {
        looks += 1;
        return { n: looks };
      },
    });
    const { runner, events } = runnerOf([toolOf("t", (input) => JSON.stringify(input), asking)], {
      approver: { approve },
    });
    const { message } = await runner.exec({ name: "t", arguments: { n: 0 } });
    const decision = events.find(({ type }) => type === "approval_decision");
    expect(decision?.data).toMatchObject({ arguments: { n: 1 } });
    expect(message.content).toBe('{"n":1}');
  });

  it("answers a call that fails when it is read", async () => {
    const { runner } = runnerOf([toolOf("t", () => "ran")]);
    const trap = new Proxy({ name: "t", arguments: {} }, { get: () => JSON.parse("{") });
    expect((await runner.exec(trap)).result.error?.code).toBe("unknown_tool");
    const settled = await runner.execAll([trap, { name: "t", arguments: {} }]);
    expect(settled.map(({ result }) => result.isError)).toEqual([true, false]);
  });

  it.each([0, -1, Number.NaN])("refuses a runner's timeoutMs of %s, as it refuses a tool's", (timeoutMs) => {
    expect(() => runnerOf([toolOf("t", () => "ok")], { timeoutMs })).toThrow(/timeoutMs must be .* above 0/);
  });

  it("masks the keys of log fields", async () => {
    const logger = new KeptLog();
    const logs = toolOf("t", (_, ctx) => ctx.logger.info("seen", { [SECRET]: 1 }));
    await runnerOf([logs], { logger }).runner.exec({ name: "t", arguments: "{}" });
    expect(JSON.stringify(logger)).toContain("seen");
    expect(JSON.stringify(logger)).not.toContain(SECRET);
  });

  it("masks a secret that goes over from one text part to the next", async () => {
    const parts = [
      { type: "text", text: "see postgres://a" },
      { type: "image", mediaType: "image/png", data: "AA==" },
      { type: "text", text: "dmin:hunter2hunter@db/x." },
    ];
    const { message } = await runnerOf([toolOf("t", () => parts)]).runner.exec({ name: "t", arguments: "{}" });
    expect(JSON.stringify(message)).not.toContain("hunter2hunter");
    expect(JSON.stringify(message)).toContain("see ");
    expect(message.content).toHaveLength(3);
  });

  it("keeps a code that only the tool knows as its reason", async () => {
    const result = JSON.parse(
      '{"output":{"type":"text","text":"x"},"silent":false,"isError":true,"async":false,"error":{"code":"nope","type":"system_error","message":"m"}}',
    );
    const settled = await runnerOf([toolOf("t", () => result)]).runner.exec({ name: "t", arguments: "{}" });
    expect(settled.result.error).toMatchObject({ code: "execution_failed", reason: "nope" });
  });
});
