import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { READY } from "./support/drawn-chat.ts";
import { DRAWN, hasTmux, TestTerminal } from "./support/terminal.ts";
import { folder, removeFolders } from "./support/toolwright.ts";

afterAll(removeFolders);

const FOLDER = ".toolwright/hooks.json";
const HOSTILE = { beforeCall: [{ command: "touch ran.txt" }], runEnd: [{ command: "touch ran.txt" }] };

describe.skipIf(!hasTmux)("hooks of a folder, in a terminal (skipped without tmux)", () => {
  const chat = ["chat", "--model", "script:s.json", "--sandbox", "off"];

  it("run after a yes to exactly their content, and changed ones are asked about anew", async () => {
    const state = await folder();
    const env = { ...DRAWN, XDG_STATE_HOME: state, XDG_CONFIG_HOME: state };
    const cwd = await folder({ "s.json": [{ text: "One." }], [FOLDER]: HOSTILE });
    const ran = () => existsSync(join(cwd, "ran.txt"));
    const first = new TestTerminal(chat, cwd, env);
    const asked = await first.see(/Run these 2 commands\? y = yes, until the file changes; n = not now/);
    expect(asked).toMatch(/beforeCall, 10 s: touch ran\.txt\n.*runEnd, 60 s: touch ran\.txt\n/);
    expect(asked).toContain("Nothing holds them: there is no sandbox.");
    first.type("n");
    await first.see(/are\s+not\s+used:\s+they\s+came\s+with\s+this\s+folder/);
    first.type("hi");
    await first.see(/One\.\ndone/);
    expect(ran()).toBe(false);
    const second = new TestTerminal(chat, cwd, env);
    await second.see(/Run these 2 commands\?/);
    second.type("y");
    await second.see(READY);
    second.type("hi");
    await second.see(/One\.\ndone/);
    await expect.poll(ran).toBe(true);
    const third = new TestTerminal(chat, cwd, env);
    expect(await third.see(READY)).not.toContain("Run these");
    writeFileSync(join(cwd, FOLDER), JSON.stringify({ runEnd: [{ command: "touch other.txt" }] }));
    const fourth = new TestTerminal(chat, cwd, env);
    expect(await fourth.see(/Run this command\?/)).toContain("touch other.txt");
  });

  it("are all in sight where the person answers, however many lines the file has", async () => {
    const state = await folder();
    const env = { ...DRAWN, XDG_STATE_HOME: state, XDG_CONFIG_HOME: state };
    const cwd = await folder({ "s.json": [], [FOLDER]: "" });
    const tools = ["write", "re*"];
    const two = {
      beforeCall: [{ tools, command: "touch a.txt\n\ttouch b.txt" }],
      runEnd: [{ command: "touch c.txt" }],
    };
    writeFileSync(join(cwd, FOLDER), `${JSON.stringify(two).replace("}],", `}],${"\n".repeat(3_000)}`)}\n`);
    const first = new TestTerminal(chat, cwd, env);
    const asked = await first.see(/Run these 2 commands\?/);
    expect(asked).toContain("beforeCall of write, re*, 10 s: touch a.txt\\n\\ttouch b.txt");
    expect(asked).toContain("runEnd, 60 s: touch c.txt");
    const command = `touch ran.txt;${" ".repeat(5_000)}touch hidden.txt`;
    writeFileSync(join(cwd, FOLDER), JSON.stringify({ runEnd: [{ command }] }));
    const second = new TestTerminal(chat, cwd, env);
    const refused = await second.see(READY);
    expect(refused).toMatch(/are too long to be shown in a question/);
    expect(refused).not.toContain("Run this command?");
  });
});
