import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { bash, drawnChat, READY } from "./support/drawn-chat.ts";
import { DRAWN, hasTmux, TestTerminal } from "./support/terminal.ts";
import { folder, removeFolders } from "./support/toolwright.ts";

afterAll(removeFolders);

/** The messages of the last request on a tape. */
function lastRequest(cwd: string): string {
  const lines = readFileSync(join(cwd, "run.tape"), "utf8").trim().split("\n");
  return lines.findLast((line) => line.includes('"messages"')) ?? "";
}

const TAPED = { args: ["--record", "run.tape"] };

/** One red dot. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==";

describe.skipIf(!hasTmux)("what is typed into a drawn chat (skipped without tmux)", () => {
  it("takes many lines, and a long paste as a chip that is sent whole", async () => {
    const { terminal, cwd } = await drawnChat([{ text: "One." }, { text: "Two." }], TAPED);
    terminal.press("-l", "first line\\");
    terminal.press("Enter");
    terminal.press("-l", "second line");
    await terminal.see(/^first line\nsecond line\n─/m);
    terminal.press("Enter");
    await terminal.see(/❯ first line\n {2}second line\nOne\./);
    terminal.paste(Array.from({ length: 30 }, (_, line) => `pasted ${line}`).join("\n"));
    await terminal.see(/\[paste #1 \+30 lines\]/);
    terminal.press("Enter");
    await terminal.see(/❯ \[paste #1 \+30 lines\]\nTwo\.\ndone/);
    expect(lastRequest(cwd)).toContain("pasted 0\\npasted 1\\n");
    expect(lastRequest(cwd)).toContain("pasted 29");
  });

  it("completes files after @, none that is ignored or secret, and commands after /", async () => {
    const files = {
      "src/app.js": "",
      "src/application.md": "",
      "apple.log": "",
      ".env": "A=1",
      ".gitignore": "*.log\n",
    };
    const { terminal } = await drawnChat([{ text: "One." }], { files });
    terminal.press("-l", "see @app");
    const offered = await terminal.see(/src\/app\.js\n.*src\/application\.md/);
    expect(offered).not.toContain("apple.log");
    terminal.press("Tab");
    await terminal.see(/^see @src\/app\.js\n─/m);
    terminal.press("C-u");
    terminal.press("-l", "@env");
    terminal.press("C-u");
    terminal.press("-l", "/mo");
    await terminal.see(/\/model \[spec\][\s\S]*\/mode \[mode\]/);
    terminal.press("Escape");
    // Together with the next key it would be another one.
    await expect.poll(() => terminal.screen()).not.toContain("/mode [mode]");
    terminal.press("C-u");
    terminal.type("/nothing");
    await terminal.see(/There is no \/nothing\. \/help lists what there is\./);
  });

  it("finds what was written earlier, also in a chat of earlier", async () => {
    const { terminal, cwd } = await drawnChat([{ text: "One." }, { text: "Two." }]);
    for (const message of ["buy milk", "sell tea"]) {
      terminal.type(message);
      await terminal.see(new RegExp(`❯ ${message}\\n.*\\ndone`));
    }
    terminal.press("C-d");
    await terminal.see(/ended with 0/);
    const later = new TestTerminal(["chat", "--model", "script:s.json", "--sandbox", "off"], cwd, DRAWN);
    await later.see(READY);
    later.press("Up");
    await later.see(/^sell tea\n─/m);
    later.press("C-r");
    later.press("-l", "milk");
    await later.see(/search: milk▏\n❯ buy milk/);
    later.press("Enter");
    await later.see(/^buy milk\n─/m);
  });

  it("finds what was written before the chat was there", async () => {
    const cwd = await folder({ "s.json": [{ text: "One." }] });
    const terminal = new TestTerminal(["chat", "--model", "script:s.json", "--sandbox", "off"], cwd, DRAWN);
    await terminal.see(/^─+\n─+\n(loading…|script)/m);
    terminal.type("keep jam");
    await terminal.see(/❯ keep jam\n+One\.\n+done/);
    terminal.press("C-r");
    terminal.press("-l", "jam");
    await terminal.see(/search: jam▏\n❯ keep jam/);
  });

  it("runs a command of the person's own, and tells the model of it with the next message only", async () => {
    const { terminal, cwd } = await drawnChat([{ text: "I see." }, { text: "No." }], TAPED);
    terminal.type("!echo own-$((40 + 2))");
    await terminal.see(/ {2}own-42\n {2}\[exit 0\][\s\S]*goes with your next message: what `echo own-/);
    terminal.type("what is that?");
    const shown = await terminal.see(/I see\.\ndone/);
    expect(shown).not.toContain("goes with your next");
    expect(lastRequest(cwd)).toContain("I ran this myself: echo own-$((40 + 2))\\n[exit 0]\\nown-42");
    terminal.type("!sleep 4221.5");
    await terminal.see(/❯ !sleep/);
    await expect.poll(() => spawnSync("pgrep", ["-fx", "sleep 4221.5"]).status).toBe(0);
    terminal.press("C-c");
    await terminal.see(/\[ended by SIGINT\]|\[exit 130\]/);
    expect(spawnSync("pgrep", ["-fx", "sleep 4221.5"]).status).toBe(1);
    terminal.type("!");
    await expect.poll(() => terminal.screen()).not.toContain("goes with your next");
  });

  it("leaves at once on a second Ctrl-C where the first one changes nothing", async () => {
    const { terminal } = await drawnChat([]);
    terminal.type('!trap "" INT; echo deaf; sleep 4224.5; :');
    await terminal.see(/^ {2}deaf$/m);
    terminal.press("C-c");
    terminal.press("C-c");
    await terminal.see(/ended with 130/);
    await expect.poll(() => spawnSync("pgrep", ["-fx", "sleep 4224.5"]).status).toBe(1);
  });

  it("sends an image whose path is typed or dragged", async () => {
    const { terminal, cwd } = await drawnChat([{ text: "Red." }], TAPED);
    terminal.type(`!printf %s ${PNG} | base64 -d > 'a dot.png'`);
    await terminal.see(/\[exit 0\]/);
    terminal.type("!");
    terminal.type(`what is ${cwd}/a\\ dot.png and none.png`);
    await terminal.see(/a dot\.png goes along as an image\.[\s\S]*Red\.\ndone/);
    expect(lastRequest(cwd)).toContain("image/png");
    expect(terminal.screen()).not.toContain("none.png goes");
  });

  it("lets a message join the run under way", async () => {
    const { terminal, cwd } = await drawnChat([bash("sleep 2; echo slept"), { text: "Heard." }], {
      args: ["--yes", "--record", "run.tape"],
    });
    terminal.type("go");
    await terminal.see(/Running/);
    terminal.type("/cots");
    await terminal.see(/There is no \/cots\. Did you mean \/cost\?/);
    terminal.type("and be quick");
    await terminal.see(/sent when this step ends: and be quick/);
    const shown = await terminal.see(/slept[\s\S]*❯ and be quick\nHeard\.\ndone · 2 steps/);
    expect(shown).not.toContain("sent when");
    expect(lastRequest(cwd)).toContain("and be quick");
    expect(lastRequest(cwd)).not.toContain("/cots");
  });

  it("interrupts with Esc, and goes on with what was said meanwhile", async () => {
    const { terminal } = await drawnChat([bash("sleep 4222.5"), { text: "Another way." }], { args: ["--yes"] });
    terminal.type("go");
    await terminal.see(/Running/);
    terminal.type("stop that");
    await terminal.see(/sent when this step ends: stop that/);
    terminal.press("Escape");
    await terminal.see(/stopped[\s\S]*❯ stop that\nAnother way\.\ndone/);
    expect(spawnSync("pgrep", ["-fx", "sleep 4222.5"]).status).toBe(1);
  });

  it("gives back after Ctrl-C what was said meanwhile, in its order and before what is being typed", async () => {
    const { terminal } = await drawnChat([bash("sleep 4223.5"), { text: "Never said." }], { args: ["--yes"] });
    terminal.type("go");
    await terminal.see(/Running/);
    terminal.type("stop that");
    await terminal.see(/sent when[^\n]*stop that/);
    terminal.type("take the other");
    await terminal.see(/sent when[^\n]*the other/);
    terminal.paste(Array.from({ length: 12 }, (_, n) => `line ${n}`).join("\n"));
    await terminal.see(/^\[paste #1/m);
    terminal.press("C-c");
    expect(await terminal.see(/stopped[\s\S]*^stop that\ntake the other\nline 0\nline 1\n/m)).not.toContain(
      "Never said",
    );
  });

  it("goes to the next mode on Shift-Tab", async () => {
    const { terminal, cwd } = await drawnChat([
      { toolCalls: [{ name: "write", arguments: { file_path: "a.txt", content: "a" } }] },
      { text: "Refused." },
      { toolCalls: [{ name: "write", arguments: { file_path: "b.txt", content: "b" } }] },
      { text: "Written." },
    ]);
    terminal.press("BTab", "BTab");
    await terminal.see(/· mode plan/);
    terminal.type("go");
    await terminal.see(/Refused\.\ndone/);
    terminal.press("BTab", "BTab");
    await terminal.see(/· mode accept-edits/);
    terminal.type("go");
    await terminal.see(/Written\.\ndone/);
    expect([existsSync(join(cwd, "a.txt")), existsSync(join(cwd, "b.txt"))]).toEqual([false, true]);
  });
});
