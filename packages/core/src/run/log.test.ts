import { expect, it } from "vitest";
import { runnerOf, toolOf } from "../../test/making.ts";
import { wait } from "../../test/support.ts";

it.each(["throws", "rejects"])("a logger that %s makes no call fail, now or later", async (how) => {
  let asked = 0;
  const fail = () => {
    asked += 1;
    if (how === "rejects") return Promise.reject(new Error("no disk"));
    throw new Error("no disk");
  };
  const logger = { debug: fail, info: fail, warn: fail, error: fail };
  const breaks = toolOf("breaks", () => {
    throw new Error("broken");
  });
  const { runner } = runnerOf([breaks], { logger });
  expect((await runner.exec({ name: "breaks", arguments: {} })).result.error?.message).toBe("broken");
  // An unhandled rejection fails the test by itself.
  await wait(1);
  expect(asked).toBe(2);
});

it("cuts long arguments in the log, at a character, and leaves exceptions whole", async () => {
  const message = "broken ".repeat(200);
  const breaks = toolOf("breaks", () => {
    throw new Error(message);
  });
  const { runner, log } = runnerOf([breaks]);
  const text = `${"a".repeat(499)}😀 and more`;
  await runner.exec({ name: "breaks", arguments: { text, list: ["b".repeat(600)] } });
  const started = log.lines.find((line) => line.startsWith("Tool call started")) ?? "";
  expect(started).toContain(`"text":"${"a".repeat(499)}…"`);
  expect(started).toContain(`"list":["${"b".repeat(500)}…"]`);
  expect(log.lines.some((line) => line.includes(message))).toBe(true);
});

it("bounds a field of many short texts", async () => {
  const { runner, log } = runnerOf([toolOf("takes", () => "ran")]);
  await runner.exec({ name: "takes", arguments: { list: Array(100_000).fill("short") } });
  expect(Math.max(...log.lines.map((line) => line.length))).toBeLessThan(17_000);
});
