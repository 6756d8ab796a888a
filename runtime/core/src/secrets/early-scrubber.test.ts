import { describe, expect, it } from "vitest";
import { user } from "../../test/looping.ts";
import { toolOf } from "../../test/making.ts";
import { KeptLog, WrittenModel } from "../../test/support.ts";
import { ToolRegistry } from "../faces/tool-registry.ts";
import { ActivityStream } from "../journal/activity-stream.ts";
import type { Journal } from "../journal/journal.ts";
import { resumeToolLoop } from "../loop/resume.ts";
import { runToolLoop } from "../loop/tool-loop.ts";
import { ToolRunner } from "../run/runner.ts";
import { secret } from "../secrets/secret.ts";

const secrets = [secret("house", "the-blue-one")];
const journal: Journal = {
  append() {},
  // biome-ignore lint/correctness/useYield: it fails before its first event
  async *read() {
    throw new Error("postgres://admin:hunter2@db says no to the-blue-one");
  },
};
const broken = () => ({ activity: new ActivityStream(journal), secrets });
const registry = new ToolRegistry([toolOf("tool", () => "ran")]);

describe("a journal that cannot be read and says a password", () => {
  it.each([
    ["runToolLoop", () => runToolLoop({ model: new WrittenModel([]), ...broken() }, user)],
    ["resumeToolLoop", () => resumeToolLoop({ model: new WrittenModel([]), ...broken() })],
  ])("is masked in the result of %s", async (_name, run) => {
    const { error } = await run();
    expect(error?.message).toMatch(/^postgres:.* says no to \[secret:house\]$/);
    expect(JSON.stringify(error)).not.toContain("hunter2");
  });

  it("is masked in the log of a runner", async () => {
    const logger = new KeptLog();
    await new ToolRunner({ registry, logger, ...broken() }).exec({ name: "tool", arguments: {} });
    expect(logger.lines.join()).toContain("The runner could not start");
    expect(logger.lines.join()).not.toMatch(/hunter2|the-blue-one/);
  });
});

it("a run whose secrets cannot be used says so", async () => {
  const unusable: Parameters<typeof runToolLoop>[0]["secrets"] = JSON.parse("[null]");
  const { stopReason, error } = await runToolLoop({ model: new WrittenModel([]), secrets: unusable }, user);
  expect([stopReason, error?.code]).toEqual(["error", "invalid_options"]);
});

it.each([
  ["throws", () => JSON.parse("{")],
  ["rejects", () => Promise.reject(new Error("no log"))],
])("a runner that cannot start gives a result though its logger %s", async (_how, error) => {
  const logger = Object.assign(new KeptLog(), { error });
  const { result } = await new ToolRunner({ registry, logger, ...broken() }).exec({ name: "tool", arguments: {} });
  expect(result.error?.code).toBe("skipped");
});
