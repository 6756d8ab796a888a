import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { folder, removeFolders, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

it("records a run, plays it without its files, and says where another request differs", async () => {
  const directory = await folder({ "notes.txt": "remember the milk" });
  const script = [
    { toolCalls: [{ name: "read", arguments: { file_paths: ["notes.txt"] } }] },
    { text: "You wanted milk." },
  ];
  await writeFile(join(directory, "script.json"), JSON.stringify(script));
  const flags = ["--workspace", directory];
  const tape = join(directory, "run.tape");
  const model = `script:${join(directory, "script.json")}`;
  const first = await toolwright(["run", "what was it?", "--model", model, "--record", tape, ...flags]);
  expect([first.code, first.stderr]).toEqual([0, ""]);
  expect((await stat(tape)).mode & 0o777).toBe(0o600);
  await writeFile(join(directory, "notes.txt"), "something else");
  const again = await toolwright(["run", "what was it?", "--model", `tape:${tape}`, "--json", ...flags]);
  expect(again.code).toBe(0);
  expect(again.stdout).toContain("remember the milk");
  expect(again.stdout).toContain("You wanted milk.");
  const other = await toolwright(["run", "and now?", "--model", `tape:${tape}`, ...flags]);
  expect(other.code).toBe(1);
  expect(other.stdout + other.stderr).toContain("This request is not on the tape. The nearest is number 1");
  expect(await readFile(tape, "utf8")).toContain('"kind":"tool"');
});

it("names a tape that is not there, and one that cannot be written", async () => {
  const missing = await toolwright(["run", "hi", "--model", "tape:gone.tape"]);
  expect([missing.code, missing.stderr]).toEqual([
    2,
    "toolwright: There is no tape gone.tape. Make one with --record gone.tape.\n",
  ]);
  const unwritable = await toolwright(["run", "hi", "--model", "offline", "--record", "/no/such/folder/x"]);
  expect([unwritable.code, unwritable.stderr]).toMatchObject([2, expect.stringContaining("cannot be written")]);
});
