import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { drawnChat } from "./support/drawn-chat.ts";
import { hasTmux } from "./support/terminal.ts";
import { folder, removeFolders, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

const FILE = ".toolwright/commands/deploy.md";
const TEXT = "---\ndescription: Deploys.\n---\nDeploy $ARGUMENTS, then look.\n";

describe.skipIf(!hasTmux)("a command that is a file (skipped without tmux)", () => {
  it("is completed, and of a folder sent only after a yes to its very words", async () => {
    const { terminal, cwd } = await drawnChat([{ text: "One." }, { text: "Two." }, { text: "Three." }], {
      files: { [FILE]: TEXT },
      args: ["--record", "run.tape"],
    });
    terminal.press(..."/depl");
    await terminal.see(/\/deploy \[words\] +Deploys\. \(from this folder\)/);
    terminal.press("C-c");
    terminal.type("/deploy the shop");
    const asked = await terminal.see(/❯ 1 {2}Yes, and from now on/);
    expect(asked).toMatch(/│ {3}description: Deploys\.\n│ {3}---\n│ {3}Deploy \$ARGUMENTS, then look\.\n/);
    expect(asked).toMatch(/then look\.\n│ Send this as your message \(4 lines\)\?\n/);
    terminal.press("2");
    await terminal.see(/Not sent: \/deploy came with this folder\./);
    terminal.type("/deploy the shop");
    await terminal.see(/Not sent[\s\S]*❯ 1 {2}Yes, and from now on/);
    terminal.press("1");
    await terminal.see(/One\.\ndone/);
    expect(readFileSync(join(cwd, "run.tape"), "utf8")).toContain("Deploy the shop, then look.");
    terminal.type("/deploy the mill");
    await terminal.see(/❯ \/deploy the mill\nTwo\.\ndone/);
    writeFileSync(join(cwd, FILE), "Delete all.");
    terminal.type("/deploy it");
    expect(await terminal.see(/│ {3}Delete all\.\n[\s\S]*❯ 1 {2}Yes, and from now on/)).not.toContain("Three.");
  });
});

describe("a command that is a file, where nobody can be asked", () => {
  it("is sent where it is the person's own, and not where it came with the folder", async () => {
    const config = await folder({ "toolwright/commands/hello.md": "Say hello to" });
    const cwd = await folder({ [FILE]: TEXT, "s.json": [{ text: "One." }, { text: "Two." }] });
    const args = ["chat", "--model", "script:s.json", "--record", "run.tape"];
    const stdin = "/deploy x\n/hello them\n";
    const { stdout } = await toolwright(args, { cwd, stdin, env: { XDG_CONFIG_HOME: config } });
    expect(stdout).toMatch(/Not sent: \/deploy came with this folder\.\n[\s\S]*One\./);
    const tape = readFileSync(join(cwd, "run.tape"), "utf8");
    expect(tape).toContain("Say hello to\\n\\nthem");
    expect(tape).not.toContain("then look");
  });
});
