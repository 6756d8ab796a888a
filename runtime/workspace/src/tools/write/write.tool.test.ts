import type { JsonObject } from "@toolwright/core";
import { beforeEach, describe, expect, it } from "vitest";
import { type FileToolsBench, fileToolsBench } from "../../../test/file-tools-bench.ts";
import { editTool } from "../edit/edit.tool.ts";
import { writeTool } from "./write.tool.ts";

let bench: FileToolsBench;

beforeEach(async () => {
  bench = await fileToolsBench([writeTool(), editTool()]);
});

const write = (file_path: string, content: string, more = {}): Promise<string> =>
  bench.run("write", { file_path, content, ...more });

describe("write", () => {
  it("creates a file with its directories, which may then be edited", async () => {
    expect(await write("src/deep/a.ts", "one\ntwo\n")).toBe('{"created":"src/deep/a.ts"}');
    expect(await bench.text("src/deep/a.ts")).toBe("one\ntwo\n");
    const edited = await bench.run("edit", { file_path: "src/deep/a.ts", old_string: "two", new_string: "2" });
    expect(edited).toContain("1 replacement");
    expect(await write("src/deep/a.ts", "new\n")).toBe("Overwrote src/deep/a.ts (2→1 lines)");
  });

  it("does not ask to read first what cannot be read", async () => {
    await bench.put("a.bin", "a\0b");
    expect(await write("a.bin", "new\n")).toContain("BINARY a.bin is no text that can be read first. Use bash");
    const edited = await bench.run("edit", { file_path: "a.bin", old_string: "a", new_string: "b" });
    expect(edited).toContain("BINARY a.bin");
    expect(await bench.text("a.bin")).toBe("a\0b");
  });

  it("says so, and writes nothing, where what undo needs cannot be kept", async () => {
    const { stateDirectory, files } = bench.workspace;
    await files.write(stateDirectory, new Uint8Array());
    expect(await write("a", "x")).toContain(
      `IO The state directory ${stateDirectory} is not a directory. Nothing was changed.`,
    );
    expect(await files.stat(bench.path("a"))).toBeUndefined();
  });

  it("takes the names that other agents have for its keys, and refuses two that say two things", async () => {
    const { result, message } = await bench.settle("write", { path: "a", file_text: "x\n", expected_hash: "" });
    expect(result.isError).toBe(false);
    expect(message.content).toContain("read `path` as `file_path`");
    expect(await bench.text("a")).toBe("x\n");
    const two = await bench.settle("write", { path: "a", filePath: "b", content: "y\n" });
    expect(two.result.error?.code).toBe("invalid_arguments");
  });

  it("brings JSON that was no text as the text that was meant", async () => {
    const said = async (args: JsonObject) => (await bench.settle("write", args)).message.content;
    const object = String.raw`Call it as {"file_path":"a","content":"{\n  \"x\": [\n    1\n  ]\n}\n"}`;
    expect(await said({ file_path: "a", content: { x: [1] } })).toContain(object);
    expect(await said({ file_path: "a.json", content: [1] })).toContain(String.raw`"content":"[\n  1\n]\n"}`);
    for (const content of [["one", "two"], 5, null])
      expect(await said({ file_path: "a.txt", content })).not.toContain("Call it as");
  });

  it("makes no new file with backslashes in its name, which is a folder on another system", async () => {
    expect(await write("src\\a.ts", "x")).toContain('Send the path: "src/a.ts".');
    expect(await bench.workspace.files.list(bench.path("."))).toEqual([]);
    await bench.put("odd\\name", "");
    expect(await write("odd\\name", "x\n")).toContain("odd\\name");
  });

  it("counts bytes, not characters", async () => {
    const { result } = await bench.settle("write", { file_path: "a", content: "あ" });
    expect(result.output).toMatchObject({ value: { bytes_written: 3, created: true, file_path: "a" } });
  });

  it("overwrites only what was read as a whole and is still so", async () => {
    await bench.put("a", "old\n");
    expect(await write("a", "new\n")).toMatch(
      /NOT_READ a was not read before overwriting it[\s\S]*\n=== a ===\n {5}1\told$/,
    );
    await bench.put("a", "theirs\n");
    expect(await write("a", "new\n")).toMatch(
      /STALE a changed on disk since you read it \(line 1 differs\)[\s\S]*\ttheirs$/,
    );
    expect(await bench.text("a")).toBe("theirs\n");
    expect(await write("a", "new\n")).toBe("Overwrote a (1→1 lines)");
    await bench.put("b", "old\n");
    await bench.show("b", false);
    expect(await write("b", "new\n")).toContain("Only a part of b was read before overwriting it");
    expect(await write("b", "new\n")).toBe("Overwrote b (1→1 lines)");
  });

  it("fills an empty file without reading it", async () => {
    await bench.put("a", "");
    expect(await write("a", "x\n")).toBe("Overwrote a (0→1 lines)");
  });

  it("keeps CRLF, and says so", async () => {
    await bench.put("a", "a\r\nb\r\n");
    await bench.show("a");
    expect(await write("a", "a\nc\n")).toBe("Overwrote a (2→2 lines) [kept CRLF]");
    expect(await bench.text("a")).toBe("a\r\nc\r\n");
  });

  it("writes nothing when the content is there already", async () => {
    await bench.put("a", "x\n");
    expect(await write("a", "x\n")).toBe("a is unchanged (1 line)");
    expect(bench.logged).toEqual([]);
    expect(await write("a", "y\n")).toBe("Overwrote a (1→1 lines)");
  });

  it("refuses a placeholder for code that is left out", async () => {
    expect(await write("a", "x\n// ... rest of code\n")).toContain("line 2 looks like an omission placeholder.");
    expect(await bench.workspace.files.stat(bench.path("a"))).toBeUndefined();
  });

  it("refuses a hash of another version, or of nothing", async () => {
    await bench.put("a", "x\n");
    await bench.show("a");
    expect(await write("a", "y\n", { expected_hash: "0".repeat(64) })).toContain("STALE");
    expect(await write("none", "y\n", { expected_hash: "0".repeat(64) })).toContain("NOT_FOUND");
    expect(await bench.text("a")).toBe("x\n");
  });

  it("does not write outside the workspace, not through a link either", async () => {
    await bench.workspace.files.makeLink("..", bench.path("up"));
    const { result } = await bench.settle("write", { file_path: "up/x", content: "x" });
    expect(result.error?.code).toBe("security_violation");
  });
});
