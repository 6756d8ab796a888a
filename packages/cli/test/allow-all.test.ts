import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createLocalWorkspace } from "@toolwright/workspace";
import { afterAll, describe, expect, it } from "vitest";
import { openConversations } from "../src/serve/open-conversations.ts";
import { bash, drawnChat } from "./support/drawn-chat.ts";
import { DRAWN, hasTmux, TestTerminal } from "./support/terminal.ts";
import { folder, OWN_PLACES, removeFolders } from "./support/toolwright.ts";

afterAll(removeFolders);

const write = { name: "write", arguments: { file_path: "b.txt", content: "one\ntwo\n" } };
const read = { name: "read", arguments: { file_path: "s.json" } };
const command = (line: string) => bash(line).toolCalls;

/** Three that ask, one that does not. */
const STEP = { toolCalls: [...command("echo first-$((40 + 2))"), read, write, ...command("echo third-$((40 + 2))")] };

const long = Array.from({ length: 60 }, (_, line) => `line ${line}`).join("\n");

describe.skipIf(!hasTmux)("all calls of a step (skipped without tmux)", { timeout: 120_000 }, () => {
  it("wait where the page has them, too: an answer there counts, and the question is gone here", async () => {
    const { terminal, cwd } = await drawnChat([
      { toolCalls: [...command("echo first-$((40 + 2))"), { ...write, id: "w1" }] },
      { text: "End." },
    ]);
    terminal.type("go");
    await terminal.see(/4 {2}Allow all 2/);
    const place = { root: cwd, stateDirectory: join(OWN_PLACES.XDG_STATE_HOME, "toolwright") };
    const store = await openConversations(await createLocalWorkspace(place));
    const [asked, ...others] = await store.approvals.list();
    const { approvalId, toolName } = asked ?? expect.fail("Nothing is asked.");
    expect([toolName, others]).toEqual(["bash", []]);
    const also = [{ toolCallId: "w1", toolName: "write", arguments: write.arguments }];
    expect(await store.approvals.claim({ approvalId, approve: true }, {}, also)).toMatchObject({ outcome: "accepted" });
    const done = await terminal.see(
      /answered elsewhere[\s\S]*first-42[\s\S]*allowed by an answer before[\s\S]*b\.txt \+2 created/,
    );
    expect(done).not.toContain("Run write?");
    await store.close();
  });

  it("are shown behind the first that asks, and allowed by one answer", async () => {
    const { terminal } = await drawnChat([STEP, { toolCalls: command("echo later") }, { text: "End." }]);
    terminal.type("go");
    const asked = await terminal.see(/❯ 1 {2}Yes, once\n {2}3 {2}No, and say why\n {2}4 {2}Allow all 3\n/);
    expect(asked).toMatch(/Run bash\?[\s\S]*\+ then write [\s\S]*b\.txt \+2\n +\+ one\n +\+ two\n/);
    expect(asked).toMatch(
      /two\n {4}It changes files, which can be undone here\.\n {2}\+ then bash [^+]*\n {4}command: sh -c 'echo third-[^\n]*\n {4}It may reach/,
    );
    expect(asked).not.toContain("then read");
    terminal.press("4");
    const next = await terminal.see(/echo later'\n[\s\S]*❯ 1 {2}Yes, once/);
    expect(next).toMatch(/› Allow all 3\n[\s\S]*first-42[\s\S]*allowed by an answer before[\s\S]*b\.txt \+2 created/);
    expect(next).toMatch(/allowed by an answer before\n[\s\S]*third-42/);
    expect(next.match(/Run (bash|write)\?/g)).toHaveLength(2);
    expect(next).not.toContain("Allow all 2");
  });

  it("are offered only once all of them were seen", async () => {
    const much = { name: "write", arguments: { file_path: "c.txt", content: long } };
    const { terminal } = await drawnChat([{ toolCalls: [write, much] }, { text: "End." }]);
    terminal.type("go");
    const first = await terminal.see(/… 23 more lines\n[\s\S]*m {2}Show more of it/);
    expect(first).not.toContain("Allow all");
    terminal.press("m");
    const second = await terminal.see(/line 59\n[\s\S]*4 {2}Allow all 2/);
    expect(second).not.toMatch(/m {2}Show more of it\n {2}e/);
    terminal.press("4");
    expect(await terminal.see(/End\.\nstop/)).toContain("c.txt +60 created");
  });

  it("are offered line by line, too; a yes is to the first alone", async () => {
    const cwd = await folder({ "s.json": [STEP, STEP, { text: "End." }] });
    const args = ["chat", "--model", "script:s.json", "--sandbox", "off"];
    const terminal = new TestTerminal(args, cwd);
    await terminal.see(/^>$/m);
    terminal.type("go");
    const asked = await terminal.see(/y = yes, once; n = no; all = allow all 3 >$/);
    expect(asked).toMatch(/\+ then write [^+]*\n {4}b\.txt \+2\n {6}\+ one\n {6}\+ two\n {2}\+ then bash/);
    terminal.type("y");
    await terminal.see(/Run write\?[\s\S]*all = allow all 2 >$/);
    terminal.type("all");
    await terminal.see(/third-42[\s\S]*Run bash\?[\s\S]*all = allow all 3 >$/);
    terminal.type("all");
    expect((await terminal.see(/End\.\nstop/)).match(/third-42/g)).toHaveLength(2);
  });

  it("stay allowed when the command dies meanwhile, as an answer on the page does", async () => {
    const wait = bash("echo begun-$((40 + 2)); while [ ! -e gate ]; do sleep 0.1; done").toolCalls;
    const { terminal, cwd } = await drawnChat([{ toolCalls: [...wait, write] }, { text: "End." }]);
    terminal.type("go");
    await terminal.see(/4 {2}Allow all 2/);
    terminal.press("4");
    await terminal.see(/begun-42/);
    terminal.kill();
    await terminal.see(/ended with 137/);
    writeFileSync(join(cwd, "gate"), "");
    writeFileSync(join(cwd, "s.json"), JSON.stringify([{ text: "End." }]));
    const args = ["chat", "--model", "script:s.json", "--sandbox", "off", "--continue"];
    const later = new TestTerminal(args, cwd, DRAWN);
    expect(await later.see(/b\.txt \+2 created[\s\S]*End\.\nstop|Yes, once/)).toContain("allowed by an answer before");
  });

  it("are none where the first is refused without a word", async () => {
    const { terminal } = await drawnChat([STEP, { text: "End." }]);
    terminal.type("go");
    await terminal.see(/4 {2}Allow all 3/);
    terminal.press("3");
    await terminal.see(/Why not\?/);
    terminal.press("Enter");
    expect(await terminal.see(/denied: a call was refused · 1 step/)).not.toContain("third-42");
  });
});
