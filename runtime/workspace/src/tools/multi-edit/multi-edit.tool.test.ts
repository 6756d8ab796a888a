import { beforeEach, describe, expect, it } from "vitest";
import { type FileToolsBench, fileToolsBench } from "../../../test/file-tools-bench.ts";
import { multiEditTool } from "./multi-edit.tool.ts";

let bench: FileToolsBench;

beforeEach(async () => {
  bench = await fileToolsBench([multiEditTool()]);
  await bench.put("a", "one\ntwo\nthree\n");
});

const edits = (...pairs: [string, string][]): Promise<string> =>
  bench.run("multi_edit", {
    file_path: "a",
    edits: pairs.map(([old_string, new_string]) => ({ old_string, new_string })),
  });

describe("multi_edit", () => {
  it("makes all edits in order", async () => {
    await bench.show("a");
    expect(await edits(["one", "1"], ["1\ntwo", "2"], ["three", "3"])).toBe(
      "Edited a: 3 replacements at lines 1, 1, 2 (+2 −3)\n     1 -one\n     2 -two\n     3 -three\n     1 +2\n     2 +3",
    );
    expect(await bench.text("a")).toBe("2\n3\n");
    expect(bench.logged.length).toBe(1);
  });

  it("makes none when one cannot be made", async () => {
    await bench.show("a");
    const text = await edits(["one", "1"], ["nowhere", "x"]);
    expect(text).toMatch(/^Error executing tool: NO_MATCH edit 2 of 2: .*No edits were applied\./);
    expect(await bench.text("a")).toBe("one\ntwo\nthree\n");
  });

  it("wants the file to be there, and read", async () => {
    expect(await edits(["one", "1"])).toContain("NOT_READ");
    const missing = await bench.run("multi_edit", { file_path: "b", edits: [{ old_string: "a", new_string: "b" }] });
    expect(missing).toContain("NOT_FOUND b does not exist.");
  });

  it("takes at least one edit and at most fifty", async () => {
    await bench.show("a");
    expect(await edits()).toContain("Error [invalid_arguments]");
    expect(await edits(...Array.from({ length: 51 }, (): [string, string] => ["one", "1"]))).toContain(
      "Error [invalid_arguments]",
    );
  });
});
