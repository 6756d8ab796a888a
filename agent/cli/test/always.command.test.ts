import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { hasTmux, TestTerminal } from "./support/terminal.ts";
import { TOOLS_MODULE } from "./support/tools-module.ts";
import { folder, removeFolders, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

const call = (name: string, args: object) => ({ toolCalls: [{ name, arguments: args }] });
const bash = (command: string) => call("bash", { command });

async function start(steps: readonly object[], ...args: string[]) {
  const cwd = await folder({ "s.json": steps, "tools.mjs": TOOLS_MODULE, "hi.mjs": "console.log('hi-' + 42)\n" });
  const config = await folder();
  const env = { XDG_CONFIG_HOME: config };
  const terminal = new TestTerminal(
    [...args, "--model", "script:s.json", "--tools", "tools.mjs", "--sandbox", "off"],
    cwd,
    env,
  );
  const saved = async () => {
    const folders = join(config, "toolwright/folders");
    const [name = ""] = await readdir(folders);
    return JSON.parse(await readFile(join(folders, name, "policy.json"), "utf8"));
  };
  return { cwd, env, config, terminal, saved };
}

describe.skipIf(!hasTmux)("always (skipped without tmux)", () => {
  it("shows the narrowest rule, saves it, and asks no more, here and in the next command; a dangerous variant asks", async () => {
    const { cwd, env, terminal, saved } = await start(
      [
        {
          toolCalls: ["one", "same"].flatMap((word) => bash(`git fetch --dry-run; echo ${word}-$((40 + 2))`).toolCalls),
        },
        bash("git -C . fetch --dry-run; echo two-$((40 + 2))"),
        bash("git fetch --upload-pack=./evil; echo three-$((40 + 2))"),
        { text: "End." },
      ],
      "chat",
    );
    await terminal.see(/^>$/m);
    terminal.type("go");
    const asked = await terminal.see(/always = from now on; session = in this session; n = no >$/);
    expect(asked).toContain("    always allows: Bash(git fetch:*)\n");
    // What saves a rule is said in full: these begin another word.
    for (const beginning of ["a", "al", "alw"]) {
      terminal.type(beginning);
      await terminal.see(new RegExp(`> ${beginning}\\n.*always = from now on; session = in this session; n = no >$`));
    }
    await expect(saved()).rejects.toThrow();
    terminal.type("always");
    const sure = await terminal.see(/Save it\? .* >$/);
    expect(sure).toMatch(
      /From now on, in this folder, nobody is asked about:\n {4}Bash\(git fetch:\*\): “git fetch”, with anything after it\n {4}Save it\? .* >$/,
    );
    terminal.type("always");
    await terminal.see(/> always\n {4}Save it\? .* >$/);
    terminal.type("n");
    await terminal.see(/> n\n.*always = from now on; session = in this session; n = no >$/);
    await expect(saved()).rejects.toThrow();
    terminal.type("always");
    await terminal.see(/Save it\? .* >$/);
    terminal.type("y");
    // The second call, which is the same thing, ran without a question; the third is none of it.
    const next = await terminal.see(/command: git fetch --upload-pack[\s\S]*n = no >$/);
    expect(next).toMatch(
      /saved in \S+\n?\S*policy\.json\n[\s\S]*one-42[\s\S]*same-42[\s\S]*● bash git -C \.[\s\S]*two-42/,
    );
    expect(next.match(/Run bash\?/g)).toHaveLength(2);
    expect(next.slice(next.lastIndexOf("Run bash?"))).toMatch(/never saved: [\s\S]*\n +y = yes, once; n = no >$/);
    expect(next).not.toContain("three-42");
    terminal.type("always");
    // Lines that come together are one answer: the next one waits for its question.
    await terminal.see(/n = no > always\n +y = yes, once; n = no >$/);
    terminal.type("n");
    await terminal.see(/Why not\?.* >$/);
    terminal.type("too dangerous");
    await terminal.see(/End\.\ndone/);
    expect(await saved()).toEqual({ allow: ["Bash(git fetch:*)"] });

    const again = (command: string) =>
      toolwright(["call", "bash", JSON.stringify({ command }), "--sandbox", "off"], { cwd, env });
    // What git complains about on stderr may stand on either side.
    expect((await again("git fetch --dry-run; echo four")).stdout).toMatch(/^four$[\s\S]*^\[exit 0\]$/m);
    expect((await again("git push; echo five")).stdout).toContain("Error [approval_denied]");
    const elsewhere = await toolwright(["call", "bash", '{"command":"git fetch"}', "--sandbox", "off"], {
      cwd: await folder(),
      env,
    });
    expect(elsewhere.stdout).toContain("Error [approval_denied]");
  });

  it("says why what is never saved is not, saves edits and tools by name, and works in run", async () => {
    const { cwd, env, terminal, saved } = await start(
      [
        call("write", { file_path: "out/*.txt", content: "1\n" }),
        call("note", { text: "x" }),
        bash("node hi.mjs"),
        bash("sudo true && npm view x"),
        { text: "End." },
      ],
      "run",
      "go",
    );
    expect(await terminal.see(/n = no >$/)).toContain("    always allows: Edit(/out/\\*.txt)\n");
    terminal.type("always");
    await terminal.see(/Save it\? .* >$/);
    terminal.type("y");
    expect(await terminal.see(/note x[\s\S]*n = no >$/)).toContain("    always allows: note\n");
    terminal.type("always");
    await terminal.see(/Save it\? .* >$/);
    terminal.type("y");
    const interpreter = await terminal.see(/node hi\.mjs[\s\S]*n = no >$/);
    expect(interpreter).toMatch(/never saved: No rule allows node\. .*\n {4}y = yes, once; n = no >$/);
    terminal.type("y");
    const wrapped = await terminal.see(/hi-42[\s\S]*sudo true[\s\S]*n = no >$/);
    expect(wrapped).toMatch(/always allows: Bash\(npm view:\*\)\n {4}never saved: sudo runs another command.*\n/);
    terminal.press("C-c");
    await terminal.see(/ended with 1/);
    expect(await saved()).toEqual({ allow: ["Edit(/out/\\*.txt)", "note"] });
    const write = (file_path: string) =>
      toolwright(["call", "write", JSON.stringify({ file_path, content: "2\n" })], { cwd, env });
    expect((await write("out/b.txt")).stdout).toContain("Error [approval_denied]");
    expect((await write("out/*.txt")).stdout).toContain("NOT_READ");
  });

  it("keeps the rules for this session alone where that was meant", async () => {
    const steps = [bash("git fetch; echo ran-$((40 + 2))"), bash("git fetch --all; echo again-$((40 + 2))")];
    const { terminal, saved } = await start([...steps, bash("git push"), { text: "End." }], "run", "go");
    await terminal.see(/session = in this session; n = no >$/);
    terminal.type("session");
    // The second call is one that its rules allow, the third is none.
    const next = await terminal.see(/ran-42[\s\S]*again-42[\s\S]*command: git push[\s\S]*n = no >$/);
    expect(next.match(/Run bash\?/g)).toHaveLength(2);
    await expect(saved()).rejects.toThrow();
  });

  it("allows once, and says so, where the rule cannot be saved", async () => {
    const { config, terminal } = await start([bash("git fetch; echo ran-$((40 + 2))"), { text: "End." }], "run", "go");
    expect(await terminal.see(/always = from now on; session = in this session; n = no >$/)).toContain(
      "Bash(git fetch:*)",
    );
    await writeFile(join(config, "toolwright"), "in the way");
    terminal.type("always");
    await terminal.see(/Save it\? .* >$/);
    terminal.type("y");
    expect(await terminal.see(/ran-42[\s\S]*ended with 0/)).toContain("not saved, allowed this once:");
  });
});
