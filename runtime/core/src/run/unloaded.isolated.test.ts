import { afterEach, expect, it, vi } from "vitest";
import { runnerOf, toolOf } from "../../test/making.ts";

// The files were replaced under a program, or a page has lost its network.
const gone = () => {
  throw new Error("Cannot find module");
};

afterEach(() => {
  vi.doUnmock("./machinery.ts");
  vi.doUnmock("./not-ready.ts");
});

it("machinery that cannot be loaded settles every call with one sentence, and a later call tries again", async () => {
  vi.doMock("./machinery.ts", gone);
  const { runner, events } = runnerOf([toolOf("tool", () => "ran")]);
  const call = { id: "c", name: "tool", arguments: {} };
  const settled = [await runner.exec(call), ...(await runner.execAll([call, { ...call, name: "nobody" }]))];
  for (const { result, message } of settled) {
    expect(result.error?.code).toBe("skipped");
    expect(message.content).toMatch(/^Error \[skipped\]: Files of the program could not be loaded/);
  }
  expect(settled[0]).toMatchObject({ toolCallId: "c", toolName: "tool", message: { tool_call_id: "c" } });
  expect(new Set(settled.slice(1).map(({ toolCallId }) => toolCallId)).size).toBe(2);
  expect(await runner.foresee(call)).toMatchObject({ verdict: "refuse", result: { error: { code: "skipped" } } });
  await runner.endRun("r");
  expect(events).toEqual([]);
  vi.doUnmock("./machinery.ts");
  expect((await runner.exec(call)).message.content).toBe("ran");
});

it("what is said of a misuse, or of a runner that cannot start, may be missing too", async () => {
  vi.doMock("./not-ready.ts", gone);
  const broken = { append: async () => undefined, read: gone };
  const { ActivityStream } = await import("../journal/activity-stream.ts");
  const { runner } = runnerOf([toolOf("tool", () => "ran")], { activity: new ActivityStream(broken) });
  for (const call of [{ name: "tool", arguments: {} }, Object({ toolName: "tool", args: {} })])
    expect((await runner.exec(call)).result.error?.code).toBe("skipped");
});
