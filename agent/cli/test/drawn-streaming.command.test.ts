import { afterAll, describe, expect, it } from "vitest";
import { streamingModel } from "./support/streaming-model.ts";
import { DRAWN, hasTmux, TestTerminal } from "./support/terminal.ts";
import { folder, removeFolders } from "./support/toolwright.ts";

afterAll(removeFolders);

const numbered = (count: number, line: (number: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index + 1)).join("\n");

/** More than any screen of these tests holds, of every kind of block. */
const LONG = [
  numbered(60, (n) => `Paragraph ${n} of **sixty**.\n`),
  numbered(150, (n) => `- item ${n}`),
  `\n\`\`\`js\n${numbered(300, (n) => `const line${n} = ${n};`)}\n\`\`\`\n`,
  `| n | twice |\n|---|---|\n${numbered(30, (n) => `| row ${n} | ${n * 2} |`)}`,
  "\nThe end.",
].join("\n");

async function chat(model: string): Promise<TestTerminal> {
  const args = ["chat", "--model", "openai:x", "--base-url", model, "--sandbox", "off"];
  const terminal = new TestTerminal(args, await folder(), DRAWN);
  await terminal.see(/openai:x · mode default/);
  return terminal;
}

describe.skipIf(!hasTmux)("an answer that streams (skipped without tmux)", () => {
  it.each([
    [24, 3],
    [6, 7],
  ])("stands once in the scrollback, whole and in order, on %i rows", async (rows, size) => {
    // One of the answers becomes the title.
    const model = await streamingModel([LONG, "Short.", "Short."], size);
    const terminal = await chat(model);
    terminal.resize(100, rows);
    terminal.type("go");
    await terminal.see(/done · 1 step/);
    terminal.type("more");
    const said = () => terminal.history().join("\n");
    await expect.poll(said).toMatch(/❯ more\n+Short\.\n+done · 1 step/);
    const lines = terminal.history();
    const once = (line: string) =>
      expect(
        lines.filter((one) => one.includes(line)),
        line,
      ).toHaveLength(1);
    for (let n = 1; n <= 60; n += 1) once(`Paragraph ${n} of sixty.`);
    for (let n = 1; n <= 150; n += 1) expect(lines.filter((one) => one === `- item ${n}`)).toHaveLength(1);
    for (let n = 1; n <= 300; n += 1) once(`const line${n} = ${n};`);
    for (let n = 1; n <= 30; n += 1) once(`│ row ${n} `);
    once("The end.");
    const places = ["Paragraph 1 ", "- item 1", "const line1 ", "│ row 1 ", "The end."].map((text) =>
      lines.findIndex((line) => line.startsWith(text) || line.trimStart().startsWith(text)),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
    // Nothing of what was drawn in between is left behind.
    expect(lines.filter((line) => /^[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] /.test(line))).toEqual([]);
  });

  it("is not torn by a command that is answered meanwhile", async () => {
    const code = numbered(400, (n) => `const line${n} = ${n}; # no heading`);
    const model = await streamingModel([`Look:\n\`\`\`js\n${code}\n\`\`\`\nThat is it.`], 3);
    const terminal = await chat(model);
    terminal.type("go");
    await terminal.see(/Writing…/);
    terminal.type("/mode");
    await terminal.see(/❯ default +Asks before it changes anything/);
    await terminal.see(/That is it\.\ndone/);
    const lines = terminal.history();
    for (let n = 1; n <= 400; n += 1)
      expect(lines.filter((one) => one === `  const line${n} = ${n}; # no heading`)).toHaveLength(1);
    expect(lines.join("\n")).not.toContain("```");
  });
});
