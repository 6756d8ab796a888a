import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createLocalWorkspace } from "@toolwright/workspace";
import { afterAll, describe, expect, it } from "vitest";
import { openConversations } from "../src/serve/open-conversations.ts";
import { bash, drawnChat } from "./support/drawn-chat.ts";
import { DRAWN, hasTmux, TestTerminal } from "./support/terminal.ts";
import { OWN_PLACES, removeFolders } from "./support/toolwright.ts";

afterAll(removeFolders);

describe.skipIf(!hasTmux)("commands of a drawn chat (skipped without tmux)", () => {
  it("take another model, and say what there is and what it cost", async () => {
    const usage = { inputTokens: 1_200, outputTokens: 30, costUsd: 0.5 };
    const files = { "other.json": [{ text: "The other." }] };
    const { terminal } = await drawnChat([{ text: "One.", usage }], { files });
    terminal.type("/help");
    await terminal.see(/\/model \[spec\] +says[\s\S]*\/quit +leaves/);
    terminal.type("hello");
    await terminal.see(
      /One\.\ndone[\s\S]*script:s\.json · mode default · context 1\.2k · \$0\.5000 · sandbox off · hello/,
    );
    terminal.type("/cost");
    await terminal.see(/This conversation: 1,200 tokens in, 30 out, \$0\.5000\.\nThis chat: 1,200/);
    terminal.type("/model nobody:x");
    await terminal.see(/There is no model "nobody:x"/);
    terminal.type("/model script:other.json");
    await terminal.see(/From your next message on: script:other\.json\.[\s\S]*─\nscript:other\.json/);
    terminal.type("and now?");
    await terminal.see(/The other\.\ndone/);
    terminal.type("/tools");
    await terminal.see(/^bash +\S+ +\S/m);
    terminal.type("/mcp");
    await terminal.see(/No MCP server is in use/);
    terminal.type("/quit");
    await terminal.see(/ended with 0/);
  });

  it("begin a new conversation, and go back to the one before", async () => {
    const { terminal } = await drawnChat([{ text: "One." }, { text: "Two." }, { text: "Three." }]);
    terminal.type("buy milk");
    await terminal.see(/One\.\ndone[\s\S]*· buy milk$/m);
    terminal.type("/clear");
    const cleared = await terminal.see(/A new conversation\. \/resume [0-9a-f]{8} goes back\./);
    const [, id = ""] = /\/resume ([0-9a-f]{8})/.exec(cleared) ?? [];
    terminal.type("sell tea");
    await terminal.see(/Two\.\ndone[\s\S]*· sell tea$/m);
    terminal.type("/resume zzzz");
    await terminal.see(/No conversation has the id zzzz/);
    terminal.type(`/resume ${id}`);
    await terminal.see(/On with “buy milk”\.[\s\S]*· buy milk$/m);
    terminal.type("more");
    await terminal.see(/❯ more\nThree\.\ndone/);
    terminal.type("/resume");
    await terminal.see(/❯ 1 {2}just now {4}sell tea\n {2}type to find one · Esc chooses none/);
    terminal.press("x");
    await terminal.see(/None is like that\. · with “x”/);
    terminal.press("BSpace", "t", "e", "a");
    await terminal.see(/❯ 1 {2}just now {4}sell tea\n {2}with “tea”/);
    terminal.press("Enter");
    await terminal.see(/On with “sell tea”\./);
  });

  it("tell how long the conversation was before what is taken back with the files", async () => {
    const usage = (inputTokens: number) => ({ usage: { inputTokens, outputTokens: 0 } });
    const write = { toolCalls: [{ name: "write", arguments: { file_path: "a.txt", content: "one\n" } }] };
    const steps = [{ text: "One.", ...usage(1_000) }, write, { text: "Two.", ...usage(9_000) }];
    const { terminal } = await drawnChat(steps, { args: ["--yes"] });
    terminal.type("hello");
    await terminal.see(/One\.\ndone[\s\S]*· context 1k ·/);
    terminal.type("/undo --messages");
    await terminal.see(/othing[\s\S]*· context 1k ·/);
    terminal.type("make it");
    await terminal.see(/Two\.\ndone[\s\S]*· context 9k ·/);
    terminal.type("/undo --messages");
    await terminal.see(/goes on from before turn 1\.[\s\S]*· context 1k ·/);
  });

  it("tell how long a kept conversation is before anything is said in it", async () => {
    const { terminal } = await drawnChat([{ text: "One.", usage: { inputTokens: 970, outputTokens: 30 } }]);
    expect(terminal.screen()).not.toContain("context");
    terminal.type("buy milk");
    await terminal.see(/One\.\ndone[\s\S]*· context 1k · .*· buy milk$/m);
    terminal.type("/clear");
    const cleared = await terminal.see(
      /\/resume ([0-9a-f]{8}) goes back\.\n─+\n─+\nscript:s\.json · mode default · (?!context)/,
    );
    terminal.type(`/resume ${/\/resume ([0-9a-f]{8})/.exec(cleared)?.[1]}`);
    await terminal.see(/On with “buy milk”\.[\s\S]*· context 1k · .*· buy milk$/m);
  });

  it("list no rule after a letter, which begins other words as well", async () => {
    const write = { toolCalls: [{ name: "write", arguments: { file_path: "a.txt", content: "a\n" } }] };
    const { terminal } = await drawnChat([write, { text: "Done." }]);
    terminal.type("go");
    await terminal.see(/2 {2}Yes, and always/);
    terminal.press("a", "l", "l");
    // A key that follows another at once answers nothing.
    await pause(1_000);
    terminal.press("1");
    expect(await terminal.see(/Done\.\ndone/)).not.toContain("saved in");
    terminal.type("/rules");
    await terminal.see(/Nothing is saved for this folder/);
  });

  it("list saved rules and take one back, undo, and export", async () => {
    const write = { toolCalls: [{ name: "write", arguments: { file_path: "a.txt", content: "a\n" } }] };
    const { terminal, cwd } = await drawnChat([write, { text: "Done." }]);
    terminal.type("/export");
    await terminal.see(/There is nothing to export yet\./);
    terminal.type("go");
    await terminal.see(/2 {2}Yes, and always/);
    terminal.press("2");
    await terminal.see(
      /From now on, in this folder, nobody is asked[\s\S]*│ {3}Edit\(\/a\.txt\)[\s\S]*❯ 1 {2}Yes, save it[\s\S]*Esc goes back/,
    );
    terminal.press("Escape");
    await terminal.see(/❯ 1 {2}Yes, once/);
    terminal.press("2");
    await terminal.see(/❯ 1 {2}Yes, save it/);
    terminal.press("1");
    await terminal.see(/saved in [\s\S]*Done\.\ndone/);
    terminal.type("/rules");
    await terminal.see(/1 {2}Edit\(\/a\.txt\)/);
    terminal.type("/rules forget 1");
    await terminal.see(/Forgotten: Edit\(\/a\.txt\)\./);
    terminal.type("/rules");
    await terminal.see(/Nothing is saved for this folder/);
    terminal.type("/undo");
    await terminal.see(/Undid turn 1: a\.txt removed\./);
    await rateLast(cwd);
    terminal.type("/export said.md");
    await terminal.see(/Written: said\.md/);
    terminal.type("/export said.html");
    await terminal.see(/Written: said\.html/);
    expect(readFileSync(join(cwd, "said.html"), "utf8")).toContain("<!doctype html>");
    const said = readFileSync(join(cwd, "said.md"), "utf8");
    expect(said).toMatch(/^# go\n[\s\S]*Done\.\n\n\*Rated good: short\*\n$/);
    terminal.type("/export said.md");
    await terminal.see(/said\.md is there already/);
    terminal.type("/export gone/said.md");
    await terminal.see(/There is no folder gone: give another name\./);
    terminal.type("/export said.json");
    await terminal.see(/Written: said\.json/);
    expect(JSON.parse(readFileSync(join(cwd, "said.json"), "utf8"))).toMatchObject({
      version: 1,
      thread: { title: "go" },
      messages: [{ role: "user" }, { role: "assistant", rating: { thumb: "up", note: "short" } }],
      events: expect.arrayContaining([expect.objectContaining({ type: "done" })]),
    });
  });

  it("put a summary in the place of what was said", async () => {
    const long = "word ".repeat(5_000);
    const { terminal } = await drawnChat([{ text: long }, { text: long }, { text: "Short." }, { text: "A summary." }]);
    terminal.type("/compact");
    await terminal.see(/Nothing was summarised: There is nothing to summarise yet\./);
    for (const message of ["one", "two"]) {
      terminal.type(message);
      await terminal.see(new RegExp(`❯ ${message}\\n(word[^\\n]*\\n)+done`));
    }
    terminal.type("three");
    await terminal.see(/Short\.\ndone/);
    terminal.type("/compact");
    await terminal.see(/what was said before is a summary now: \S+k → \d+ tokens\ndone/);
  });

  it("go on after a kill at an open question, which is asked again", async () => {
    const { terminal, cwd } = await drawnChat([bash("echo never"), { text: "Unheard." }]);
    terminal.type("go");
    await terminal.see(/❯ 1 {2}Yes, once/);
    terminal.kill();
    await terminal.see(/ended with 137/);
    writeFileSync(join(cwd, "s.json"), JSON.stringify([{ text: "I look." }, { text: "On we go." }]));
    const args = ["chat", "--model", "script:s.json", "--sandbox", "off", "--continue"];
    const later = new TestTerminal(args, cwd, DRAWN);
    expect(await later.see(/Run bash\?[\s\S]*❯ 1 {2}Yes, once/)).toContain("command: sh -c 'echo never'");
    later.press("3");
    await later.see(/Why not/);
    later.type("not now");
    await later.see(/I look\.\ndone[\s\S]*─+\n─+\nscript:s\.json · mode default/);
    later.type("and?");
    expect(await later.see(/❯ and\?\nOn we go\.\ndone/)).not.toMatch(/^ {2}never$/m);
  });
});

/** What a person thinks of the newest answer, as the page stores it. */
async function rateLast(cwd: string): Promise<void> {
  const place = { root: cwd, stateDirectory: join(OWN_PLACES.XDG_STATE_HOME, "toolwright") };
  const store = await openConversations(await createLocalWorkspace(place));
  const { threads } = await store.threads.list({ channel: "web" });
  const { conversation } = threads[0] ?? expect.fail("There is no thread.");
  const [run] = await store.journal(conversation).runs({ limit: 1 });
  expect(await store.ratings.set(conversation, run?.runId ?? "", { thumb: "up", note: "short" })).toBe(true);
  await store.close();
}
