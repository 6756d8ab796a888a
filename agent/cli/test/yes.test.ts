import { mkdir, readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { folder, removeFolders, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

const SCRIPT = { "s.json": [{ text: "Done." }] };
const MODEL = ["--model", "script:s.json"];
const LINE = ["call", "bash", '{"command":"touch made"}', "--yes"];
const WRITE = { file_path: "made", content: "x" };

/** A `PATH` with everything but a sandbox. */
let path = "";

beforeAll(async () => {
  path = join(await folder(), "bin");
  await mkdir(path);
  for (const name of await readdir("/usr/bin")) {
    if (name !== "bwrap") await symlink(join("/usr/bin", name), join(path, name));
  }
});

describe.skipIf(process.platform !== "linux")("--yes where no sandbox can be had", () => {
  const without = async (args: readonly string[], stdin = "") => {
    const cwd = await folder(SCRIPT);
    const { code, stdout, stderr } = await toolwright(args, { cwd, stdin, env: { PATH: path } });
    return { code, stdout, stderr, made: (await readdir(cwd)).includes("made") };
  };

  it.each([
    ["run", ["run", "go", ...MODEL, "--yes"]],
    ["chat", ["chat", ...MODEL, "--yes"]],
    ["call bash", LINE],
  ])("runs nothing: %s", async (_, args) => {
    const { code, stdout, stderr, made } = await without(args, "go\n");
    expect([code, stdout, made]).toEqual([2, "", false]);
    expect(stderr).toMatch(
      /^toolwright: With --yes [^.]*\.git[^.]*; install the package bubblewrap, or say --sandbox off\.\n$/,
    );
  });

  it("runs no line of a batch, and its other calls", async () => {
    const calls = [
      { name: "bash", arguments: { command: "touch other" } },
      { name: "write", arguments: WRITE },
    ];
    const { code, stdout, made } = await without(
      ["call", "--batch", "--yes"],
      calls.map((one) => JSON.stringify(one)).join("\n"),
    );
    const results = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).success);
    expect([code, results, made]).toEqual([0, [false, true], true]);
  });

  it.each([
    ["that is not wanted", [...LINE, "--sandbox", "off"]],
    ["that nothing runs in", ["call", "write", JSON.stringify(WRITE), "--yes"]],
  ])("misses none %s", async (_, args) => {
    expect(await without(args)).toMatchObject({ code: 0, made: true });
  });

  it("is not asked for where nobody answers yes", async () => {
    const { code } = await without(["run", "go", ...MODEL, "--yes", "--mode", "deny-asks"]);
    expect(code).toBe(0);
  });
});
