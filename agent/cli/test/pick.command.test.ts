import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, describe, expect, it } from "vitest";
import { DRAWN, hasTmux, TestTerminal } from "./support/terminal.ts";
import { folder, removeFolders } from "./support/toolwright.ts";

afterAll(removeFolders);

/** Keys of the person who runs the tests would name a model. */
const NO_KEYS = Object.fromEntries(
  ["OPENAI", "ANTHROPIC", "GEMINI", "GOOGLE", "OPENROUTER", "GROQ", "MISTRAL", "DEEPSEEK", "TOGETHER"].map(
    (provider) => [`${provider}_API_KEY`, ""],
  ),
);

const KEY = "sk-0123456789abcdef0123456789abcdef";

interface ChatOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

describe.skipIf(!hasTmux)("a chat that no model is named for (skipped without tmux)", () => {
  it("offers four ways, and goes on without a model", async () => {
    const terminal = await chat();
    const offered = await terminal.see(/Esc goes on without a model/);
    expect(offered).toMatch(
      /❯ 1 {2}Look for a model[^\n]*\n {2}2 {2}Paste[^\n]*\n {2}3 {2}Watch[^\n]*\n {2}4 {2}Go on/,
    );
    expect(offered).toContain("no model · mode default");
    terminal.press("Escape");
    await terminal.see(/model: offline/);
    terminal.type("List the files");
    await terminal.see(/● ls/);
  });

  it("plays a recorded session: the call is made, the person is asked, and the folder goes", async () => {
    const terminal = await chat();
    await terminal.see(/Esc goes on/);
    terminal.press("3");
    const asked = await terminal.see(/Run edit\?[\s\S]*❯ 1 {2}Yes, once/);
    expect(asked).toContain("6 -   return isMember ? Math.round(whole * 0.1) : whole;");
    expect(sessionFolders()).not.toEqual([]);
    terminal.press("1");
    const ended = await terminal.see(/That was the recording[\s\S]*❯ 1 {2}Look/);
    expect(ended).toContain("Line 6: Replaced Math.round(whole * 0.1) with Math.round(whole * 0.9).");
    const [root = "none"] = /toolwright-session-\w+/.exec(ended) ?? [];
    expect(sessionFolders()).not.toContain(root);
  });

  it("ends the recording where the person says no", async () => {
    const terminal = await chat();
    await terminal.see(/Esc goes on/);
    terminal.press("3");
    await terminal.see(/❯ 1 {2}Yes, once/);
    terminal.press("3");
    await terminal.see(/Why not\?/);
    terminal.type("Not today.");
    const ended = await terminal.see(/That was the recording/);
    expect(ended).toContain("The recording ends here: in it the call was allowed as it stood.");
    expect(ended).not.toContain("Line 6: Replaced");
  });

  it.each([
    ["drawn", DRAWN, []],
    ["line by line", {}, ["--plain"]],
  ] as const)("takes a key that it never shows, %s", async (_, env, args) => {
    const terminal = await chat({ env, args });
    await terminal.see(/4 {2}Go on without one/);
    answer(terminal, "2");
    await terminal.see(/Key >/);
    terminal.type("two words");
    await terminal.see(/That is no key/);
    answer(terminal, "2");
    await terminal.see(/Key >[^\n]*\n[\s\S]*Key >/);
    terminal.type(KEY);
    await terminal.see(/Whose key is it\?/);
    answer(terminal, "7");
    const chosen = await terminal.see(/model: deepseek:deepseek-chat/);
    expect(terminal.history().join("\n")).not.toContain(KEY.slice(4, 20));
    expect(chosen).not.toContain("For a real model");
  });

  function answer(terminal: TestTerminal, key: string): void {
    if (terminal.screen().includes("Enter alone")) terminal.type(key);
    else terminal.press(key);
  }

  async function chat({ env = DRAWN, args = [] }: ChatOptions = {}): Promise<TestTerminal> {
    const cwd = await folder({ "a.js": "1\n" });
    return new TestTerminal(["chat", "--sandbox", "off", ...args], cwd, { ...NO_KEYS, ...env });
  }

  function sessionFolders(): readonly string[] {
    return readdirSync(tmpdir()).filter((name) => name.startsWith("toolwright-session-"));
  }
});
