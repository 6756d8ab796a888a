import { setTimeout as pause } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { DRAWN, hasTmux, TestTerminal } from "./support/terminal.ts";
import { COMMAND, folder, removeFolders } from "./support/toolwright.ts";

afterAll(removeFolders);

const CHAT = [...COMMAND, "chat", "--model", "script:s.json", "--sandbox", "off"].join(" ");

async function shellWith(steps: readonly object[], environment = {}): Promise<TestTerminal> {
  const terminal = new TestTerminal("shell", await folder({ "s.json": steps }), environment);
  await terminal.see(/^\$$/m);
  terminal.type(CHAT);
  return terminal;
}

describe.skipIf(!hasTmux)("Ctrl-Z (skipped without tmux)", () => {
  it("puts a drawn chat aside, and what was typed is there when the shell goes on with it", async () => {
    const terminal = await shellWith([{ text: "Heard." }], DRAWN);
    await terminal.see(/^─+\n─+\nscript:s\.json · mode default/m);
    terminal.press("h", "e", "l");
    await terminal.see(/─\nhel\n─/);
    terminal.press("C-z");
    const aside = await terminal.see(/\[1\]\+ +Stopped [\s\S]*\n\$$/);
    expect(aside).not.toContain("─");
    terminal.type("echo still-$((40+2))");
    await terminal.see(/^still-42\n\$$/m);
    terminal.type("fg");
    await terminal.see(/─\nhel\n─+\nscript:s\.json · mode default/);
    terminal.type("lo");
    await terminal.see(/❯ hello\nHeard\.\ndone · 1 step/);
  });

  it("puts a run of a plain chat aside", async () => {
    const call = { name: "bash", arguments: { command: "sleep 3; echo slept-$((40+2))" } };
    const terminal = await shellWith([{ toolCalls: [call] }, { text: "Over." }]);
    await terminal.see(/^>$/m);
    terminal.type("go");
    await terminal.see(/● bash sleep 3/);
    terminal.press("C-z");
    await terminal.see(/\[1\]\+ +Stopped [\s\S]*\n\$$/);
    terminal.type("fg");
    await terminal.see(/Over\.\ndone · 2 steps .*\n>$/);
    terminal.type("/quit");
    await terminal.see(/\n\$$/);
  });

  it("does nothing where no shell controls jobs", async () => {
    const terminal = new TestTerminal(
      ["chat", "--model", "script:s.json"],
      await folder({ "s.json": [{ text: "Heard." }] }),
      DRAWN,
    );
    await terminal.see(/script:s\.json · mode default/);
    terminal.press("C-z");
    await pause(500);
    terminal.type("hello");
    await terminal.see(/❯ hello\nHeard\.\ndone · 1 step/);
  });
});
