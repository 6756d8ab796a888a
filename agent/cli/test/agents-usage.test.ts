import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ModelPort } from "@toolwright/core";
import { type ScriptStep, scripted } from "@toolwright/models";
import { createAgentServer } from "@toolwright/server";
import { openStore } from "@toolwright/store";
import { createFolderAgent } from "@toolwright/workspace";
import { expect, it, onTestFinished } from "vitest";

const usage = { inputTokens: 100, outputTokens: 10, costUsd: 0.25 };

/** Counts what it is asked for, by the first words of its user. */
function countedModel(steps: Readonly<Record<string, readonly ScriptStep[]>>) {
  const counted = { calls: 0 };
  const models = new Map<string, ModelPort>();
  const model: ModelPort = {
    name: "test:counted",
    completionStream(params) {
      counted.calls += 1;
      const asked = String(params.messages.find(({ role }) => role === "user")?.content);
      const known = models.get(asked) ?? scripted((steps[asked] ?? []).map((step) => ({ ...step, usage })));
      models.set(asked, known);
      const { stream, final } = known.completionStream(params);
      const wait = new Promise((resolve) => setTimeout(resolve, asked === "late" ? 200 : 0));
      return { stream, final: wait.then(() => final) };
    },
  };
  return { model, counted };
}

const agentCall = (prompt: string, background: boolean) => {
  return { name: "agent", arguments: { description: "look", prompt, background } };
};

it("sums of a thread, its totals and its messages are what the model has counted, agents in the background included", async () => {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-usage-"));
  const store = openStore({ file: join(folder, "store.db"), pollMs: 20 });
  onTestFinished(() => {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const { model, counted } = countedModel({
    go: [{ toolCalls: [agentCall("wait", false), agentCall("late", true)] }, { text: "done" }, { text: "on" }],
    wait: [{ toolCalls: [{ name: "ls", arguments: {} }] }, { text: "seen" }],
    late: [{ toolCalls: [{ name: "ls", arguments: {} }] }, { text: "seen late" }],
  });
  const agent = await createFolderAgent({
    root: mkdtempSync(join(folder, "root-")),
    model,
    sandbox: "off",
  });
  const server = createAgentServer({
    agent: { model: "m", config: (conversation) => ({ ...agent.open({ conversation }).config, model }) },
    store,
    token: "secret",
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  });
  onTestFinished(() => server.close());
  const send = async (path: string, body?: object) =>
    server.fetch(
      new Request(`http://127.0.0.1${path}`, {
        headers: { authorization: "Bearer secret", "content-type": "application/json", host: "127.0.0.1" },
        ...(body && { method: "POST", body: JSON.stringify(body) }),
      }),
    );
  const response = await send("/api/chat", { message: "go" });
  await response.text();
  const id = response.headers.get("x-toolwright-thread") ?? "";
  const conversation = { channel: "web", chatId: id };
  const whole = () => ({
    inputTokens: 100 * counted.calls,
    outputTokens: 10 * counted.calls,
    costUsd: 0.25 * counted.calls,
  });
  await expect.poll(() => counted.calls).toBe(6);
  await expect.poll(() => store.threads.usage(conversation)).toEqual(whole());
  await expect.poll(() => store.summaries.totals(conversation)).toMatchObject({ calls: 6, ...whole() });
  const thread = await (await send(`/api/threads/${id}`)).json();
  expect(thread.usage).toEqual(whole());
  expect(thread.messages.at(-1).usage).toEqual(whole());
  const metrics = await (await send("/metrics")).text();
  expect(metrics).toContain('toolwright_tokens_total{kind="input"} 600');
});
