import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createLocalWorkspace } from "@toolwright/workspace";
import { afterAll, afterEach, describe, expect, it, onTestFinished } from "vitest";
import { openConversations } from "../src/serve/open-conversations.ts";
import { drawnChat, READY } from "./support/drawn-chat.ts";
import { endServed, serve } from "./support/served.ts";
import { DRAWN, hasTmux, TestTerminal } from "./support/terminal.ts";
import { TOOLS_MODULE } from "./support/tools-module.ts";
import { OWN_PLACES, removeFolders } from "./support/toolwright.ts";

afterEach(endServed);
afterAll(removeFolders);

/** A reading tool that waits until there is a file. */
const PAUSE = TOOLS_MODULE.replace("import { ", 'import { existsSync } from "node:fs";\nimport { ').replace(
  "export default [",
  `export default [
  defineTool({ name: "pause", description: "", effects: "read", input: text(), timeoutMs: 60_000, execute: async () => {
    while (!existsSync("go-on")) await new Promise((resolve) => setTimeout(resolve, 20));
    return "paused";
  } }),`,
);

const pausing = { toolCalls: [{ id: "p", name: "pause", arguments: {} }] };

const ARGS = ["--tools", "pause.mjs"];

/** A chat whose run waits, and to which something was said. */
async function saidMeanwhile(steps: readonly object[]) {
  const { terminal, cwd } = await drawnChat(steps, { files: { "pause.mjs": PAUSE }, args: ARGS });
  terminal.type("begin");
  await terminal.see(/Running pause/);
  terminal.type("mind the gap");
  await terminal.see(/sent when this step ends: mind the gap/);
  return { terminal, cwd, goOn: () => writeFile(join(cwd, "go-on"), "") };
}

/** The page of the same store. */
async function openPage(cwd: string) {
  const served = await serve(["--model", "offline", "--workspace", cwd], { cwd });
  const { threads } = await (await served.send("/api/threads")).json();
  const path = `/api/threads/${threads[0].id}/steer`;
  const list = async () => (await (await served.send(path)).json()).messages;
  const say = (content: string) => served.send(path, { message: { role: "user", content } });
  return { list, say };
}

describe.skipIf(!hasTmux)("what is said to a run (skipped without tmux)", () => {
  it("waits where the page sees it, and the page can say something, too", async () => {
    const { terminal, cwd, goOn } = await saidMeanwhile([pausing, { text: "Heard both." }]);
    const page = await openPage(cwd);
    expect(await page.list()).toMatchObject([{ state: "waiting", content: "mind the gap" }]);
    expect((await page.say("from the page")).status).toBe(202);
    await goOn();
    const shown = await terminal.see(/Heard both\.\ndone · 2 steps/);
    expect(shown).toContain("❯ mind the gap\n❯ from the page\nHeard both.");
    expect(shown).not.toContain("sent when");
    expect(await page.list()).toEqual([]);
  });

  it("survives a kill, and joins the run when that goes on", async () => {
    const { terminal, cwd, goOn } = await saidMeanwhile([pausing, { text: "Never said." }]);
    terminal.kill();
    await terminal.see(/ended with 137/);
    await goOn();
    await writeFile(join(cwd, "s.json"), JSON.stringify([{ text: "Heard it now." }]));
    const line = ["chat", "--continue", "--model", "script:s.json", "--sandbox", "off", ...ARGS];
    const later = new TestTerminal(line, cwd, DRAWN);
    expect(await later.see(/Heard it now\.\ndone/)).toContain("❯ mind the gap\nHeard it now.");
    const page = await openPage(cwd);
    expect(await page.list()).toEqual([]);
  });

  it("stands where one writes in a later chat where a run has ended without it, and nobody else says it again", async () => {
    const { terminal, cwd } = await drawnChat([{ text: "Hi." }]);
    terminal.type("hello");
    await terminal.see(/Hi\.\ndone/);
    terminal.press("C-d");
    await terminal.see(/ended with 0/);
    const place = { root: cwd, stateDirectory: join(OWN_PLACES.XDG_STATE_HOME, "toolwright") };
    const store = await openConversations(await createLocalWorkspace(place));
    onTestFinished(() => store.close());
    const { threads } = await store.threads.list({ channel: "web" });
    const { conversation } = threads[0] ?? expect.fail("There is no thread.");
    // As a page that is stopped leaves it.
    await store.steers.add(conversation, { messageId: "m", message: { role: "user", content: "mind the gap" } });
    await store.steers.queue(conversation).ended("aborted");
    for (const [environment, place, emptied] of [
      [DRAWN, /What no run has heard stands where you write[\s\S]*\nmind the gap\n─/, READY],
      [{}, /What no run has heard stands where you write[\s\S]*\n> mind the gap$/, /Ctrl-C again[^\n]*\n>$/],
    ] as const) {
      const later = new TestTerminal(["chat", "--continue", "--model", "script:s.json"], cwd, environment);
      await later.see(place);
      expect(await store.steers.list(conversation)).toEqual([]);
      later.press("C-c");
      await later.see(emptied);
      later.press("C-d");
      await later.see(/ended with 0/);
      await store.steers.add(conversation, { messageId: "n", message: { role: "user", content: "mind the gap" } });
    }
  });
});
