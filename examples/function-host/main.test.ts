import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

const page = readFileSync(new URL("README.md", import.meta.url), "utf8");
const once = new URL("./once.ts", import.meta.url).pathname;

it("prints what its page says", () => {
  const runner = new URL("../run.mjs", import.meta.url).pathname;
  const { stdout, stderr, status } = spawnSync(process.execPath, [runner, "function-host"], { encoding: "utf8" });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  expect(stdout.trim()).toBe(page.match(/```text\n([\s\S]*?)\n```/)?.[1]);
});

it("sends no mail twice where its process is killed while one is sent", () => {
  const folder = mkdtempSync(join(tmpdir(), "function-host-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const post = (body: object, ...more: readonly string[]) =>
    spawnSync(process.execPath, [once, folder, JSON.stringify(body), ...more], { encoding: "utf8" });
  const asked = JSON.parse(post({ chatId: "1", text: "Mail Ann and Bob." }).stdout);
  const [ann, bob] = asked.body.questions;
  expect(post({ approvalId: ann.approvalId, approve: true }, "dies").signal).toBe("SIGKILL");
  const ended = JSON.parse(post({ approvalId: bob.approvalId, approve: true }).stdout);
  expect(ended.body).toMatchObject({ stopReason: "stop", content: "Done." });
  const results = ended.body.messages.filter(({ role }: { role: string }) => role === "tool");
  expect(results.map(({ content }: { content: string }) => content)).toEqual([
    expect.stringContaining("whether it took effect is not known"),
    "sent to bob",
  ]);
  expect(readFileSync(join(folder, "sent"), "utf8")).toBe("ann bob ");
});
