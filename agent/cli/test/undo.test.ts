import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folder, jsonLines, toolwright } from "./support/toolwright.ts";

const write = (file_path: string, content: string) => ({ name: "write", arguments: { file_path, content } });

/** A folder in which two runs have changed files. */
async function changedFolder(): Promise<string> {
  const cwd = await folder({
    "one.json": [
      {
        toolCalls: [
          { id: "w1", ...write("a.txt", "one\n") },
          { id: "w2", ...write("d/b.txt", "b\n") },
        ],
      },
      { text: "Done." },
    ],
    "two.json": [
      { toolCalls: [{ name: "read", arguments: { file_paths: ["a.txt"] } }] },
      { toolCalls: [{ id: "w3", ...write("a.txt", "two\n") }] },
      { text: "Done." },
    ],
  });
  for (const script of ["one", "two"])
    await toolwright(["run", "go", "--yes", "--sandbox", "off", "--model", `script:${script}.json`], { cwd });
  return cwd;
}

const text = (cwd: string, name: string) => readFileSync(join(cwd, name), "utf8");

describe.concurrent("toolwright undo and redo", () => {
  it("take back the last turn, or several, and bring them back", async () => {
    const cwd = await changedFolder();
    expect(text(cwd, "a.txt")).toBe("two\n");
    const undone = await toolwright(["undo"], { cwd });
    expect(undone).toMatchObject({ code: 0, stdout: "Undid turn 2: a.txt restored.\n", stderr: "" });
    expect(text(cwd, "a.txt")).toBe("one\n");
    expect(await toolwright(["redo"], { cwd })).toMatchObject({ code: 0, stdout: "Redid turn 2: a.txt restored.\n" });
    expect((await toolwright(["undo", "2"], { cwd })).stdout).toBe(
      "Undid turn 2: a.txt restored.\nUndid turn 1: a.txt, d/b.txt removed.\n",
    );
    expect(["a.txt", "d"].map((name) => existsSync(join(cwd, name)))).toEqual([false, false]);
    expect(await toolwright(["undo"], { cwd })).toMatchObject({ code: 1, stdout: "Nothing to undo.\n" });
  });

  it("list what there is, and undo one call or one turn", async () => {
    const cwd = await changedFolder();
    const { stdout } = await toolwright(["undo", "--list"], { cwd });
    expect(stdout.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/g, "WHEN")).toBe(
      "   2  WHEN  w3         write a.txt\n   1  WHEN  w1         write a.txt\n   1  WHEN  w2         write d/b.txt\n",
    );
    expect((await toolwright(["undo", "--call", "w2"], { cwd })).stdout).toBe("Undid turn 1: d/b.txt removed.\n");
    expect((await toolwright(["undo", "--turn", "2"], { cwd })).code).toBe(0);
    const listed = jsonLines((await toolwright(["undo", "--list", "--json"], { cwd })).stdout);
    expect(listed).toMatchObject([
      [
        { turn: 2, calls: [{ undone: true }] },
        { turn: 1, calls: [{ undone: false }, { undone: true }] },
      ],
    ]);
  });

  it("leave alone what was changed since, unless forced to", async () => {
    const cwd = await changedFolder();
    writeFileSync(join(cwd, "a.txt"), "mine\n");
    expect(await toolwright(["undo"], { cwd })).toMatchObject({
      code: 1,
      stdout:
        "Turn 2 was left as it is: a.txt changed since (by you or a command). `toolwright undo --turn 2 --force` goes on all the same.\n",
    });
    expect(text(cwd, "a.txt")).toBe("mine\n");
    expect((await toolwright(["undo", "--force"], { cwd })).code).toBe(0);
    expect(text(cwd, "a.txt")).toBe("one\n");
    await toolwright(["redo"], { cwd });
    expect(text(cwd, "a.txt")).toBe("mine\n");
  });

  it("do not offer to force what cannot be forced", async () => {
    const cwd = await changedFolder();
    rmSync(join(cwd, "a.txt"));
    mkdirSync(join(cwd, "a.txt"));
    const stdout = "Turn 2 was left as it is: a.txt is no longer a file; move away what is there now, and try again.\n";
    for (const args of [["undo"], ["undo", "--force"]])
      expect(await toolwright(args, { cwd })).toMatchObject({ code: 1, stdout });
  });

  it("say where to look when there is no such turn or call", async () => {
    const cwd = await changedFolder();
    for (const [flag, value] of [
      ["turn", "7"],
      ["call", "w9"],
    ]) {
      expect(await toolwright(["undo", `--${flag}`, `${value}`], { cwd })).toMatchObject({
        code: 1,
        stdout: `Nothing to undo: there is no ${flag} ${value}, or it is undone already. \`toolwright undo --list\` shows what there is.\n`,
      });
    }
  });

  it("say a name that holds a line feed in one line", async () => {
    const cwd = await folder();
    const call = JSON.stringify({ file_path: "a\nb", content: "x" });
    await toolwright(["call", "write", call, "--yes"], { cwd });
    expect((await toolwright(["undo", "--list"], { cwd })).stdout).toMatch(/write a\\nb\n$/);
    expect((await toolwright(["undo"], { cwd })).stdout).toBe("Undid turn 1: a\\nb removed.\n");
  });

  it("undo what a single call changed", async () => {
    const cwd = await folder();
    await toolwright(["call", "write", JSON.stringify({ file_path: "x", content: "x" }), "--yes"], { cwd });
    expect((await toolwright(["undo"], { cwd })).stdout).toBe("Undid turn 1: x removed.\n");
  });

  it("undo what a shell command changed, where that is kept", async () => {
    const cwd = await folder({ "a.txt": "1\n" });
    const bash = JSON.stringify({ command: "echo 2 >> a.txt; echo b > b.txt" });
    await toolwright(["call", "bash", bash, "--yes", "--sandbox", "off", "--no-undo-bash"], { cwd });
    const named =
      "Turn 1 was left as it is: what echo 2 >> a.txt; echo b > b.txt changed was not kept. Runs with --undo-bash keep it.\n";
    expect(await toolwright(["undo"], { cwd })).toMatchObject({ stdout: named, code: 1 });
    await toolwright(["call", "bash", bash, "--yes", "--sandbox", "off", "--undo-bash"], { cwd });
    const shown = (await toolwright(["undo", "--show"], { cwd })).stdout;
    expect(shown).toContain("Turn 2:\na.txt restored\n--- a.txt\n+++ a.txt");
    expect(text(cwd, "a.txt")).toBe("1\n2\n2\n");
    expect((await toolwright(["undo"], { cwd })).stdout).toBe("Undid turn 2: a.txt restored.\n");
    expect(text(cwd, "a.txt")).toBe("1\n2\n");
    // Where it costs little nobody has to ask for it.
    await toolwright(["call", "bash", bash, "--yes", "--sandbox", "off"], { cwd });
    expect((await toolwright(["undo"], { cwd })).stdout).toBe("Undid turn 3: a.txt restored.\n");
    await toolwright(["call", "bash", bash, "--yes", "--sandbox", "off", "--no-undo-bash"], { cwd });
    expect((await toolwright(["undo"], { cwd })).stdout).toContain("changed was not kept");
  });

  it("are used wrongly with two selections, or no number", async () => {
    const cwd = await folder();
    for (const args of [
      ["undo", "2", "--list"],
      ["undo", "--turn", "0"],
      ["redo", "x"],
    ]) {
      expect(await toolwright(args, { cwd })).toMatchObject({ code: 2, stdout: "" });
    }
  });
});

describe.concurrent("a chat with undo", () => {
  it("takes back its own turns, tells the model, and lets it go on", async () => {
    const cwd = await folder({
      "a.txt": "zero\n",
      "s.json": [
        { toolCalls: [{ name: "read", arguments: { file_paths: ["a.txt"] } }] },
        { toolCalls: [write("a.txt", "one\n")] },
        { text: "Written." },
        { toolCalls: [{ name: "edit", arguments: { file_path: "a.txt", old_string: "zero", new_string: "two" } }] },
        { text: "Edited." },
      ],
    });
    const stdin = "change it\n/undo\ngo on\n/undo 9\n/redo\n/redo 2x\n";
    const { stdout } = await toolwright(["chat", "--model", "script:s.json", "--yes", "--sandbox", "off"], {
      cwd,
      stdin,
    });
    expect(stdout).toContain("Undid turn 1: a.txt restored.");
    expect(stdout).toMatch(/^ {2}a\.txt \+1 −1\n {3}1 - .*\n {3}1 \+ /m);
    expect(stdout).toContain("Undid turn 2: a.txt restored.");
    expect(stdout).toContain("Redid turn 2: a.txt restored.");
    expect(stdout).toContain("/redo takes nothing, or how many: /redo 2.");
    expect(text(cwd, "a.txt")).toBe("two\n");
  });
});

it("takes back one file of a turn in a chat, the last turn that changed it first", async () => {
  const cwd = await folder({
    "s.json": [
      { toolCalls: [write("a.txt", "one\n"), { ...write("notes/b.txt", "one\n") }] },
      { text: "Two files." },
      { toolCalls: [write("a.txt", "two\n")] },
      { text: "One again." },
    ],
  });
  const stdin = "make two\nchange one\n/undo ./notes/b.txt\n/undo @a.txt\n/undo a.txt\n/undo a.txt\n";
  const { stdout } = await toolwright(["chat", "--model", "script:s.json", "--yes", "--sandbox", "off"], {
    cwd,
    stdin,
  });
  expect(stdout).toContain("Undid turn 1: notes/b.txt removed.");
  expect(stdout).toMatch(
    /Undid turn 2: a\.txt restored\.[\s\S]*Undid turn 1: a\.txt removed\.[\s\S]*Nothing is left to undo in a\.txt/,
  );
  expect([existsSync(join(cwd, "a.txt")), existsSync(join(cwd, "notes/b.txt"))]).toEqual([false, false]);
});

describe.concurrent("--sandbox", () => {
  it("takes the modes it knows", async () => {
    const cwd = await folder();
    for (const mode of ["on", "read-only+all", "off+git", ""]) {
      const { code, stderr } = await toolwright(["call", "ls", "{}", "--sandbox", mode], { cwd });
      expect([code, stderr]).toEqual([2, expect.stringContaining("--sandbox takes off, read-only or workspace-write")]);
    }
    const bash = JSON.stringify({ command: "echo bare" });
    const off = await toolwright(["call", "bash", bash, "--yes", "--sandbox", "off"], { cwd });
    expect(off.stdout).toMatch(/^bare\n\[exit 0/);
  });

  it("refuses to run bare when a sandbox was asked for and cannot be had", async () => {
    const cwd = await folder();
    const options = { cwd, env: { PATH: "/nowhere" } };
    const asked = await toolwright(["call", "ls", "{}", "--sandbox", "read-only"], options);
    expect(asked).toMatchObject({ code: 2, stdout: "" });
    expect(asked.stderr).toContain("There is no sandbox here.");
    const args = ["call", "bash", JSON.stringify({ command: "echo bare" })];
    const silent = await toolwright(args, options);
    expect(silent.stdout).toMatch(/^bare\n\[exit 0/);
    expect(silent.stderr).toContain("toolwright: commands run without a sandbox.");
  });
});
