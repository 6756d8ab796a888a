import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { hasTmux, TestTerminal } from "./support/terminal.ts";
import { folder, removeFolders } from "./support/toolwright.ts";

afterAll(removeFolders);

const TERMINAL = fileURLToPath(new URL("../src/terminal/plain-terminal.ts", import.meta.url));

/** Asks for a message at once, and something else on every SIGUSR2. */
const PROGRAM = `
import { PlainTerminal } from ${JSON.stringify(TERMINAL)};
const terminal = new PlainTerminal(process.stdin, process.stdout, process.env);
const ask = async (name, question) => terminal.screen.line(name + " " + JSON.stringify(await terminal.ask(question)));
const others = [["first", "sure? "], ["second", "really? "]];
process.on("SIGUSR2", () => {
  const [name, prompt] = others.shift();
  terminal.screen.line(name + " asks");
  void ask(name, { prompt });
});
console.log("pid " + process.pid);
await ask("message", { prompt: "> ", givesWay: true });
`;

describe.skipIf(!hasTmux)("questions in one terminal (skipped without tmux)", () => {
  it("stand one at a time, and the prompt gives way to them and comes back with what was typed", async () => {
    const cwd = await folder({ "ask.mjs": PROGRAM });
    const terminal = new TestTerminal("shell", cwd);
    await terminal.see(/^\$$/m);
    terminal.type(`'${process.execPath}' --conditions=@toolwright/source ask.mjs`);
    const started = await terminal.see(/^pid \d+\n>$/m);
    terminal.press("-l", "half a");
    await terminal.see(/^> half a$/m);
    const another = () => process.kill(Number(/pid (\d+)/.exec(started)?.[1]), "SIGUSR2");
    another();
    await terminal.see(/> half a\nfirst asks\nsure\?$/);
    another();
    terminal.type("y");
    await terminal.see(/sure\? y\nsecond asks\n[\s\S]*really\?$/);
    terminal.type("no");
    await terminal.see(/\n> half a$/);
    terminal.type(" message");
    const ended = await terminal.see(/message \{[\s\S]*\n\$$/);
    expect(ended).toContain('first {"kind":"line","text":"y"}');
    expect(ended).toContain('second {"kind":"line","text":"no"}');
    expect(ended).toContain('message {"kind":"line","text":"half a message"}');
  });
});
