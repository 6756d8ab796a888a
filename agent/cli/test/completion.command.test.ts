import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasTmux, TestTerminal } from "./support/terminal.ts";
import { folder, removeFolders, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

const has = (shell: string) => spawnSync(shell, ["-c", "true"]).status === 0;

/** Some commands, each with a few of what follows them. */
const SAMPLES: readonly [line: string, ...words: string[]][] = [
  ["toolwright ", "run", "chat", "mcp", "completion", "help"],
  ["toolwright ch", "chat"],
  ["toolwright run --mod", "--model", "--mode"],
  ["toolwright chat --mode ", "default", "accept-edits", "plan", "deny-asks"],
  ["toolwright run --model x --tools-set s", "small"],
  ["toolwright mcp ", "add", "list", "login"],
  ["toolwright mcp add --s", "--scope"],
  ["toolwright threads re", "retry"],
  ["toolwright completion ", "bash", "zsh", "fish"],
  ["toolwright run --policy ru", "rules.json"],
  ["toolwright run --workspace ru", "rules/"],
];

const cwd = await folder();
const file = (shell: string) => join(cwd, `completion.${shell}`);

beforeAll(async () => {
  mkdirSync(join(cwd, "rules"));
  writeFileSync(join(cwd, "rules.json"), "{}");
  for (const shell of ["bash", "zsh", "fish"])
    writeFileSync(file(shell), (await toolwright(["completion", shell])).stdout);
});

/** The options that a command's help names. */
async function optionsOf(...command: string[]): Promise<readonly string[]> {
  const { stdout } = await toolwright([...command, "--help"]);
  return [...stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, name = ""]) => name);
}

describe.skipIf(!has("bash"))("completion in bash (skipped without it)", () => {
  function completed(line: string): readonly string[] {
    const words = line.split(" ").map((word) => `'${word}'`);
    const script = `source ${file("bash")}; COMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}
      compopt() { [ "$2" = dirnames ] && COMPREPLY=($(compgen -d -S / -- "\${COMP_WORDS[COMP_CWORD]}")); }
      _toolwright; [ \${#COMPREPLY[@]} = 0 ] && COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
      printf '%s\\n' "\${COMPREPLY[@]}"`;
    return spawnSync("bash", ["--norc", "-c", script], { cwd, encoding: "utf8" }).stdout.trim().split("\n");
  }

  it.each(SAMPLES)("goes on from %j", (line, ...words) => {
    expect(completed(line)).toEqual(expect.arrayContaining(words));
  });

  it.each([["run"], ["serve"], ["mcp", "serve"], ["undo"], ["store", "check"]])(
    "knows every option that the help of %s %s names",
    async (...command) => {
      const options = await optionsOf(...command.filter((word) => word !== undefined));
      expect(options.length).toBeGreaterThan(3);
      expect(completed(`toolwright ${command.join(" ")} --`).toSorted()).toEqual(options.toSorted());
    },
  );

  it.skipIf(!hasTmux)("works at a prompt, by Tab", async () => {
    const terminal = new TestTerminal("shell", cwd);
    await terminal.see(/^\$$/m);
    terminal.type(`source ${file("bash")}`);
    terminal.press(..."toolwright cha", "Tab", ..."--mode acc", "Tab");
    await terminal.see(/\$ toolwright chat --mode accept-edits$/);
  });
});

describe.skipIf(!has("fish"))("completion in fish (skipped without it)", () => {
  function completed(line: string): readonly string[] {
    const script = `source ${file("fish")}; complete -C ${JSON.stringify(line)}`;
    const { stdout, stderr } = spawnSync("fish", ["--no-config", "-c", script], { cwd, encoding: "utf8" });
    expect(stderr).toBe("");
    return stdout.split("\n").map((row) => row.split("\t", 1)[0] ?? "");
  }

  it.each(SAMPLES)("goes on from %j", (line, ...words) => {
    expect(completed(line)).toEqual(expect.arrayContaining(words));
  });

  it("knows every option that the help of run names, and what they mean", async () => {
    const shown = completed("toolwright run --");
    expect(shown).toEqual(expect.arrayContaining([...(await optionsOf("run"))]));
  });
});

describe.skipIf(!has("zsh") || !hasTmux)("completion in zsh (skipped without it, or tmux)", () => {
  it("goes on from each, by Tab", async () => {
    const terminal = new TestTerminal("shell", cwd, { ZDOTDIR: cwd });
    await terminal.see(/^\$$/m);
    terminal.type("PS1='%% ' exec zsh -f");
    await terminal.see(/^%$/m);
    terminal.type(`autoload -U compinit; compinit -u -D; source ${file("zsh")}; setopt no_beep; echo re"ady"`);
    await terminal.see(/^ready$/m);
    terminal.press(..."toolwright cha", "Tab", ..."--mode acc", "Tab");
    await terminal.see(/% toolwright chat --mode accept-edits$/);
    terminal.press("C-u", ..."toolwright mcp ", "Tab");
    await terminal.see(/^add +-- \S[\s\S]*^login +-- \S/m);
    terminal.press("C-u", ..."toolwright run --wo", "Tab", ..."ru", "Tab");
    await terminal.see(/% toolwright run --workspace rules\//);
    terminal.press("C-u", ..."toolwright run --policy rules.", "Tab");
    await terminal.see(/% toolwright run --policy rules\.json/);
  });
});
