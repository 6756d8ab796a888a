import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { type ModelServer, startModelServer } from "../../web/test/support/model-server.ts";
import { DRAWN, hasTmux, TestTerminal } from "./support/terminal.ts";
import { folder, jsonLines, removeFolders, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

async function modelServer(): Promise<ModelServer> {
  const model = await startModelServer();
  onTestFinished(() => model.close());
  return model;
}

const argsOf = ({ baseUrl }: ModelServer) => ["--model", "litellm:test", "--base-url", baseUrl, "--sandbox", "off"];

/** A server that refuses twice before it answers. */
async function answerThird(model: ModelServer, said: string): Promise<void> {
  (await model.asked(said)).refuse(429, "Too many people ask.", 1);
  (await model.asked(said)).refuse(500, "Something broke.");
  (await model.asked(said)).say("The third try.");
}

it("a program that reads the events of a run is told of each retry, with its wait and its reason", async () => {
  const model = await modelServer();
  const args = ["run", "--output-format", "stream-json", ...argsOf(model), "go"];
  const [{ code, stdout }] = await Promise.all([toolwright(args, { cwd: await folder() }), answerThird(model, "go")]);
  expect(code).toBe(0);
  const retries = jsonLines(stdout).filter(({ type }) => type === "model_retrying");
  expect(retries.map(({ data }) => data)).toMatchObject([
    { delayMs: 1_000, code: "http", message: expect.stringContaining("Too many people ask.") },
    { delayMs: expect.any(Number), code: "http", message: expect.stringContaining("Something broke.") },
  ]);
});

it("a person is told of each retry in plain lines", async () => {
  const model = await modelServer();
  const args = ["run", ...argsOf(model), "go"];
  const [{ stdout }] = await Promise.all([toolwright(args, { cwd: await folder() }), answerThird(model, "go")]);
  expect(stdout).toMatch(
    /^! asked again in 1 s: .*Too many people ask\.\n! asked again in [\d.]+ m?s: .*Something broke\./m,
  );
});

describe.skipIf(!hasTmux)("the line that moves while a run lasts (skipped without tmux)", () => {
  const SIGN = "[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]";

  it("says what the run does, its step, how long it has lasted, and how it is stopped; then it is gone", async () => {
    const model = await modelServer();
    const args = ["chat", ...argsOf(model), "--no-titles", "--yes", "--sandbox", "off"];
    const terminal = new TestTerminal(args, await folder(), DRAWN);
    await terminal.see(/litellm:test · mode default/);
    terminal.type("go");
    await terminal.see(new RegExp(`^${SIGN} The model is reading… step 1 · \\d+ s · Esc stops$`, "m"));
    (await model.asked("go")).refuse(429, "Too many people ask.", 2);
    const told = await terminal.see(new RegExp(`^${SIGN} Retrying in 2 s… step 1 ·`, "m"));
    expect(told.replaceAll("\n", " ")).toMatch(/! asked again in 2 s: .*Too many people ask\./);
    const first = await model.asked("go");
    first.text("I look.");
    await terminal.see(new RegExp(`^${SIGN} Writing… step 1 ·`, "m"));
    first.callAll({ id: "a", name: "bash", arguments: { command: "sleep 2" } });
    await terminal.see(new RegExp(`^${SIGN} Running bash… step 1 ·`, "m"));
    const second = await model.asked("go");
    await terminal.see(new RegExp(`^${SIGN} The model is reading… step 2 · (?:[2-9]|\\d\\d) s · Esc stops$`, "m"));
    const signs = new Set<string>();
    await expect
      .poll(() => signs.add(new RegExp(`^(${SIGN}) `, "m").exec(terminal.screen())?.[1] ?? "").size)
      .toBeGreaterThan(2);
    second.say("That is it.");
    const ended = await terminal.see(/done · 2 steps/);
    expect(ended).not.toMatch(new RegExp(`^${SIGN} `, "m"));
  });
});
