import { join } from "node:path";
import { createLocalWorkspace, writeTool } from "@toolwright/workspace";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { openConversations } from "../src/serve/open-conversations.ts";
import { bash, type DrawnChat, drawnChat } from "./support/drawn-chat.ts";
import { hasTmux, TestTerminal } from "./support/terminal.ts";
import { folder, OWN_PLACES, removeFolders } from "./support/toolwright.ts";

afterAll(removeFolders);

const write = (file_path: string, content = "one\ntwo\n") => ({ name: "write", arguments: { file_path, content } });
const long = Array.from({ length: 60 }, (_, line) => `line ${line}`).join("\n");

/** The store that the chat of a folder keeps its questions in, as a page has it open. */
async function storeOf({ cwd }: Pick<DrawnChat, "cwd">) {
  const place = { root: cwd, stateDirectory: join(OWN_PLACES.XDG_STATE_HOME, "toolwright") };
  const store = await openConversations(await createLocalWorkspace(place));
  onTestFinished(() => store.close());
  return store;
}

describe.skipIf(!hasTmux)("several calls that ask (skipped without tmux)", () => {
  it("wait where the page has them, too: an answer there counts, and the question is gone here", async () => {
    const chat = await drawnChat([
      { toolCalls: [...bash("echo first-$((40 + 2))").toolCalls, write("b.txt")] },
      { text: "End." },
    ]);
    chat.terminal.type("go");
    await chat.terminal.see(/❯ 1 {2}Yes, once/);
    const store = await storeOf(chat);
    const [asked, ...others] = await store.approvals.list();
    const { approvalId, toolName } = asked ?? expect.fail("Nothing is asked.");
    expect([toolName, others.map((other) => other.toolName)]).toEqual(["bash", ["write"]]);
    expect(await store.approvals.claim({ approvalId, approve: true })).toMatchObject({ outcome: "accepted" });
    await chat.terminal.see(/answered elsewhere[\s\S]*Run write\?[\s\S]*❯ 1 {2}Yes, once/);
    chat.terminal.press("1");
    await chat.terminal.see(/first-42[\s\S]*b\.txt \+2 created[\s\S]*End\./);
  });

  it("are shown below the first of them, and allowed together but for those that cannot be undone", async () => {
    const calls = [write("b.txt"), write("c.txt"), ...bash("echo third-$((40 + 2)) && rm -rf d").toolCalls];
    const { terminal } = await drawnChat([{ toolCalls: calls }, { text: "End." }]);
    terminal.type("go");
    const first = await terminal.see(/Run write\?[\s\S]*❯ 1 {2}Yes, once[\s\S]*4 {2}Allow these 2\n/);
    expect(first).toMatch(
      /b\.txt \+2[\s\S]*\+ then write [\s\S]*c\.txt \+2 created\n[\s\S]*It reaches .*can be undone\./,
    );
    expect(first).not.toContain("then bash");
    terminal.press("4");
    const last = await terminal.see(/Run bash\?[\s\S]*❯ 1 {2}Yes, once/);
    expect(last).not.toMatch(/third-42|4 {2}Allow/);
    terminal.press("3");
    await terminal.see(/Why not\?/);
    terminal.press("Enter");
    expect(await terminal.see(/a call was refused · 1 step/)).not.toContain("third-42");
  });

  it("are answered one by one where the first cannot be undone, and a no stops all that has not run", async () => {
    const calls = [...bash("rm -rf d").toolCalls, write("b.txt"), write("c.txt")];
    const { terminal } = await drawnChat([{ toolCalls: calls }, { text: "End." }]);
    terminal.type("go");
    expect(await terminal.see(/Run bash\?[\s\S]*❯ 1 {2}Yes, once/)).not.toMatch(/Allow (all|these)|then write/);
    terminal.press("3");
    await terminal.see(/Why not\?/);
    terminal.press("Enter");
    expect(await terminal.see(/a call was refused · 1 step/)).not.toMatch(/Run write\?/);
  });

  /** A chat in whose conversation another question waits already. */
  async function besides(first: readonly object[], other: ReturnType<typeof write>) {
    const chat = await drawnChat([{ text: "Hello." }, { toolCalls: first }, { text: "End." }]);
    chat.terminal.type("hello");
    await chat.terminal.see(/Hello\.\ndone/);
    const store = await storeOf(chat);
    const [thread] = (await store.threads.list({ channel: "web" })).threads;
    const { conversation } = thread ?? expect.fail("There is no conversation.");
    const { file_path: path, content } = other.arguments;
    const lines = content.trimEnd().split("\n");
    const hunks = [{ oldStart: 0, newStart: 1, text: lines.map((line) => `+${line}`).join("\n") }];
    const shows = { files: [{ path, change: "created", added: lines.length, removed: 0, hunks }] } as const;
    const asked = { approvalId: "other", toolCallId: "o", toolName: other.name, arguments: other.arguments };
    const about = { ...asked, shows, preview: "of other" };
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    const answer = store.approvals.approver(conversation).approve(about, writeTool(), stop.signal);
    answer.catch(() => undefined);
    await expect.poll(async () => (await store.approvals.list()).length).toBe(1);
    chat.terminal.type("go");
    return { ...chat, answer };
  }

  it("of one tool that can be undone are shown behind the first, and allowed by one answer", async () => {
    const { terminal, answer } = await besides([write("b.txt")], write("c.txt"));
    const asked = await terminal.see(/❯ 1 {2}Yes, once[\s\S]* {2}4 {2}Allow all 2\n/);
    expect(asked).toMatch(/Run write\?[\s\S]*b\.txt \+2[\s\S]*\+ then write\n[\s\S]*c\.txt \+2 created\n/);
    terminal.press("4");
    expect(await answer).toEqual({ approvalId: "other", approve: true, preview: "of other" });
    expect(await terminal.see(/End\.\ndone/)).toMatch(/› Allow all 2\n[\s\S]*b\.txt \+2 created/);
  });

  it("are offered only once all of them were seen", async () => {
    const { terminal, answer } = await besides([write("b.txt")], write("c.txt", long));
    expect(await terminal.see(/more lines\n[\s\S]*m {2}Show more of it/)).not.toContain("Allow all");
    terminal.press("m");
    const second = await terminal.see(/line 59\n[\s\S]*4 {2}Allow all 2/);
    expect(second).not.toMatch(/m {2}Show more of it\n {2}e/);
    terminal.press("4");
    expect(await answer).toMatchObject({ approve: true });
  });

  it("are answered one by one where another tool is among them, or what cannot be undone", async () => {
    const { terminal } = await besides(bash("echo first-$((40 + 2))").toolCalls, write("c.txt"));
    expect(await terminal.see(/Run bash\?[\s\S]*❯ 1 {2}Yes, once/)).not.toMatch(/Allow all|then write/);
  });

  it("ask line after line, too, for one yes each", async () => {
    const cwd = await folder({ "s.json": [{ toolCalls: [write("b.txt"), write("c.txt")] }, { text: "End." }] });
    const terminal = new TestTerminal(["chat", "--model", "script:s.json", "--sandbox", "off"], cwd);
    await terminal.see(/^>$/m);
    terminal.type("go");
    await terminal.see(/Run write\?[\s\S]*n = no; all = allow all 2 >$/);
    terminal.type("y");
    await terminal.see(/Run write\?[\s\S]*Run write\?[\s\S]*n = no >$/);
    terminal.type("y");
    await terminal.see(/End\.\ndone/);
  });
});
