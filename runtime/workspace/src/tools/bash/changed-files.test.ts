import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bashBench } from "../../../test/bash-bench.ts";

let bench: Awaited<ReturnType<typeof bashBench>>;

beforeEach(async () => {
  bench = await bashBench();
  for (const name of ["a", "b", "c"]) await writeFile(join(bench.workspace.root, name), `${name}\n`);
});

afterEach(() => bench.dispose());

const bash = (command: string) => bench.run("bash", { command });
const read = (...file_paths: string[]) => bench.run("read", { file_paths });

describe("files that a command changes", () => {
  it("are named once, when they were seen before", async () => {
    await read("a", "b");
    expect(await bash("echo more >> a; rm b; echo more >> c")).toBe("[changed by this command: a, b]\n[exit 0]");
    expect(await bash("true")).toBe("[exit 0]");
    expect(await bash("echo again >> a")).toBe("[changed by this command: a]\n[exit 0]");
  });

  it("are told apart from those that somebody else changed", async () => {
    await read("a", "b");
    await writeFile(join(bench.workspace.root, "b"), "mine\n");
    expect(await bash("echo more >> a; echo out")).toBe(
      "out\n[changed by this command: a]\n[changed since you read them, not by this command: b]\n[exit 0]",
    );
  });

  it("have to be read again before they are edited, and are then nothing new", async () => {
    await read("a");
    await bash("echo more >> a");
    const edit = { file_path: "a", old_string: "more", new_string: "less" };
    expect(await bench.run("edit", edit)).toContain("STALE");
    await read("a");
    expect(await bench.run("edit", edit)).toContain("1 replacement");
    expect(await bash("true")).toBe("[exit 0]");
  });

  it("are not named when they were only touched", async () => {
    await read("a");
    expect(await bash("touch a; cp a x; mv x a")).toBe("[exit 0]");
  });
});

describe("a sleep alone", () => {
  it("is not waited for, but for a job or a while", async () => {
    const { result } = await bench.settle("bash", { command: " sleep 20s ", timeout: 30 });
    expect(result.error).toMatchObject({ code: "user_error", message: "A sleep alone only takes time." });
    expect(await bash("sleep 0.1")).toBe("[exit 0]");
  });

  it("runs into a time limit that would end it", async () => {
    const { result } = await bench.settle("bash", { command: "sleep 20", timeout: 0.2 });
    expect(result.error?.code).toBe("timeout");
  });
});
