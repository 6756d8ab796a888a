import { afterAll, describe, expect, it } from "vitest";
import { bash, drawnChat } from "./support/drawn-chat.ts";
import { hasTmux } from "./support/terminal.ts";
import { removeFolders } from "./support/toolwright.ts";

afterAll(removeFolders);

describe.skipIf(!hasTmux)("a question in 40 columns (skipped without tmux)", () => {
  it("breaks words for people between them, and a command nowhere", async () => {
    const { terminal } = await drawnChat([bash(`echo ${"x".repeat(60)}`), { text: "End." }]);
    terminal.resize(40, 60);
    terminal.type("go");
    const asked = await terminal.see(/❯ 1 {2}Yes, once/);
    expect(asked).toContain(
      "│   ● It reaches this machine and the\n│   network, and cannot be undone. No\n│   sandbox holds it.\n",
    );
    expect(terminal.transcript()).toContain(`\n│   command: sh -c 'echo ${"x".repeat(60)}'\n`);
    expect(asked).toContain("Waiting for your answer");
    terminal.press("1");
    await terminal.see(/End\.\ndone/);
  });
});

it.skipIf(!hasTmux)("a line from aside is broken between its words (skipped without tmux)", async () => {
  const { terminal } = await drawnChat([]);
  terminal.resize(30, 60);
  terminal.press("C-c");
  await terminal.see(/^Ctrl-C again, or Ctrl-D,$/m);
});
