import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { endServed, serve } from "./support/served.ts";
import { folder, removeFolders, toolwright } from "./support/toolwright.ts";

afterEach(endServed);
afterAll(removeFolders);

describe("toolwright store", () => {
  it("backs up a store that a server writes, is not restored under it, and brings undo and long outputs back", async () => {
    const call = (name: string, args: object) => ({ toolCalls: [{ id: `id-${name}`, name, arguments: args }] });
    const steps = [
      call("write", { file_path: "made.txt", content: "one\n" }),
      call("bash", { command: "seq 1 50000" }),
      { text: "Made." },
    ];
    const cwd = await folder({ "s.json": steps });
    const env = { XDG_STATE_HOME: join(cwd, ".state") };
    const flags = ["--workspace", cwd, "--store", join(cwd, "kept.sqlite")];
    const run = (...args: string[]) => toolwright(["store", ...args, ...flags], { cwd, env });
    const server = await serve(["--model", "script:s.json", "--yes", "--sandbox", "off", ...flags], { cwd, env });
    const answer = await server.send("/api/chat", { message: "make it" });
    const thread = answer.headers.get("x-toolwright-thread");
    const ref = /ref_id["\\: =]+([a-z2-7]{12})/.exec(await answer.text())?.[1];
    expect(ref).toBeDefined();
    expect(await run("check")).toMatchObject({
      code: 0,
      stderr: "",
      stdout: expect.stringMatching(/nothing is wrong in 1 /),
    });
    const made = await run("backup", "b.backup", "--json");
    expect(made).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(made.stdout)).toMatchObject({ threads: 1, files: expect.any(Number) });
    const refused = await run("restore", "b.backup");
    expect(refused).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/open in another process.*Stop it first/),
    });
    server.child.kill("SIGKILL");
    await server.ended;
    rmSync(join(cwd, ".state"), { recursive: true });
    const restored = await run("restore", "b.backup");
    expect(restored).toMatchObject({ code: 0, stderr: "" });
    expect(restored.stdout).toContain(`what was there is kept: ${join(cwd, "kept.sqlite.before")}`);
    expect(existsSync(join(cwd, "kept.sqlite.before"))).toBe(true);
    const again = await serve(["--model", "script:s.json", ...flags], { cwd, env });
    const kept = await again.send(`/api/threads/${thread}/outputs/${ref}`);
    expect([kept.status, await kept.text()]).toEqual([200, expect.stringContaining("49999")]);
    expect(readFileSync(join(cwd, "made.txt"), "utf8")).toBe("one\n");
    expect(await toolwright(["undo", "--workspace", cwd], { cwd, env })).toMatchObject({ code: 0 });
    expect(existsSync(join(cwd, "made.txt"))).toBe(false);
  });

  it.each([
    [["check"], /^toolwright: There is no store at \S+\.\n$/],
    [
      ["check", "--store", "postgres://u:secret@h/d"],
      /^toolwright: PostgreSQL has tools of its own[^\n]*pg_amcheck[^\n]*\n$/,
    ],
    [["backup", "f", "--store", "postgres://u:secret@h/d"], /^toolwright: PostgreSQL[^\n]*pg_dump [^\n]*\n$/],
    [["restore", "f", "--store", "postgres://u:secret@h/d"], /^toolwright: PostgreSQL[^\n]*pg_restore [^\n]*\n$/],
    [["restore", "nothing"], /^toolwright: There is no backup at nothing\.\n$/],
    [["restore", "notes.txt"], /^toolwright: notes.txt is no backup that this version can restore[^\n]*\n$/],
    [["restore", "."], /^toolwright: \. is no file\.\n$/],
    [["backup", "", "--store", "notes.txt"], /^toolwright: `store backup` takes the path of a file[^\n]*\n$/],
    [["backup", "notes.txt", "--store", "notes.txt"], /^toolwright: There is a file at notes.txt already[^\n]*\n$/],
    [["backup"], /^toolwright: missing required argument[^\n]*\n$/],
    [["mend"], /^toolwright: Say which: toolwright store check, store backup FILE or store restore FILE\.\n$/],
    [["check", "--store", "mysql://h/d"], /^toolwright: --store takes a path or postgres[^\n]*\n$/],
    [[], /^toolwright: Say which: toolwright store check, store backup FILE or store restore FILE\.\n$/],
  ])("%j is wrong usage, in one sentence", async (args, said) => {
    const cwd = await folder({ "notes.txt": "milk" });
    const { code, stdout, stderr } = await toolwright(["store", ...args], { cwd });
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: "", stderr: expect.stringMatching(said) });
    expect(stderr).not.toContain("secret");
  });
});
