import { mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createLocalWorkspace } from "../local/local-workspace.adapter.ts";
import { createMemoryWorkspace } from "../memory/memory-workspace.adapter.ts";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const bytes = (content: string) => new TextEncoder().encode(content);

const IMPLEMENTATIONS = [
  ["local", async () => createLocalWorkspace({ root: await realpath(await mkdtemp(join(tmpdir(), "files-"))) })],
  ["memory", async () => createMemoryWorkspace()],
] as const;

describe.each(IMPLEMENTATIONS)("FilesPort, %s", (_name, open) => {
  async function fresh() {
    const { root, files } = await open();
    return { files, at: (name: string) => `${root}/${name}` };
  }

  it("reads back what was written, whole, by range and in pieces", async () => {
    const { files, at } = await fresh();
    const content = new Uint8Array(150_000).map((_, index) => index % 251);
    await files.write(at("a.bin"), content);
    expect(await files.read(at("a.bin"))).toEqual(content);
    expect(await files.read(at("a.bin"), { offset: 10, length: 5 })).toEqual(content.slice(10, 15));
    expect(await files.read(at("a.bin"), { offset: 149_999, length: 50 })).toEqual(content.slice(149_999));
    expect(await files.read(at("a.bin"), { offset: 200_000, length: 5 })).toHaveLength(0);
    const pieces: Uint8Array[] = [];
    for await (const piece of files.stream(at("a.bin"))) pieces.push(piece);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(65_536);
    expect(new Uint8Array(Buffer.concat(pieces))).toEqual(content);
  });

  it("shortens a file that is overwritten and keeps its mode", async () => {
    const { files, at } = await fresh();
    await files.write(at("a"), bytes("long content"), { mode: 0o755 });
    await files.write(at("a"), bytes("short"));
    expect(text(await files.read(at("a")))).toBe("short");
    expect((await files.stat(at("a")))?.mode).toBe(0o755);
  });

  it("describes what is there, and says undefined where nothing is", async () => {
    const { files, at } = await fresh();
    await files.makeDirectory(at("d/e"));
    await files.write(at("d/f"), bytes("12345"));
    expect(await files.stat(at("d/f"))).toMatchObject({ kind: "file", size: 5 });
    expect(await files.stat(at("d"))).toMatchObject({ kind: "directory" });
    expect(await files.stat(at("nothing"))).toBeUndefined();
    expect(await files.stat(at("d/f/below-a-file"))).toBeUndefined();
    expect(await files.realPath(at("nothing"))).toBeUndefined();
  });

  it("changes the modification time with the content", async () => {
    const { files, at } = await fresh();
    await files.write(at("a"), bytes("1"));
    const before = await files.stat(at("a"));
    await new Promise((resolve) => setTimeout(resolve, 20));
    await files.write(at("a"), bytes("2"));
    const after = await files.stat(at("a"));
    expect(after?.mtimeNs).not.toBe(before?.mtimeNs);
    expect(after?.ino).toBe(before?.ino);
  });

  it("adds to the end of a file, and makes one that is not there", async () => {
    const { files, at } = await fresh();
    await files.write(at("log"), bytes("1\n"), { append: true, sync: true });
    await files.write(at("log"), bytes("2\n"), { append: true });
    expect(text(await files.read(at("log")))).toBe("1\n2\n");
  });

  it("lists a directory in code-unit order with kinds", async () => {
    const { files, at } = await fresh();
    await files.write(at("b"), bytes(""));
    await files.write(at("B"), bytes(""));
    await files.makeDirectory(at("a"));
    await files.makeLink("nowhere", at("..c"));
    expect(await files.list(at("."))).toEqual([
      { name: "..c", kind: "link" },
      { name: "B", kind: "file" },
      { name: "a", kind: "directory" },
      { name: "b", kind: "file" },
    ]);
  });

  it("says where links lead, refuses one in the last component", async () => {
    const { files, at } = await fresh();
    await files.makeDirectory(at("real"));
    await files.write(at("real/f"), bytes("x"));
    await files.makeLink("real", at("link"));
    await files.makeLink("real/f", at("to-file"));
    expect(await files.realPath(at("link/f"))).toBe(at("real/f"));
    expect(await files.stat(at("to-file"))).toMatchObject({ kind: "file" });
    expect(await files.stat(at("to-file"), { noFollow: true })).toMatchObject({ kind: "link" });
    expect(await files.readLink(at("to-file"))).toBe("real/f");
    await expect(files.read(at("to-file"))).rejects.toMatchObject({ reason: "IS_LINK" });
    await expect(files.write(at("to-file"), bytes("y"))).rejects.toMatchObject({ reason: "IS_LINK" });
  });

  it("treats a circle of links as nothing", async () => {
    const { files, at } = await fresh();
    await files.makeLink("two", at("one"));
    await files.makeLink("one", at("two"));
    expect(await files.realPath(at("one"))).toBeUndefined();
    expect(await files.stat(at("one"))).toBeUndefined();
  });

  it("names the reason of every refusal", async () => {
    const { files, at } = await fresh();
    await files.makeDirectory(at("d/e"));
    await files.write(at("f"), bytes("x"));
    await expect(files.read(at("nothing"))).rejects.toMatchObject({ reason: "NOT_FOUND" });
    await expect(files.read(at("d"))).rejects.toMatchObject({ reason: "IS_DIRECTORY" });
    await expect(files.list(at("f"))).rejects.toMatchObject({ reason: "NOT_DIRECTORY" });
    await expect(files.write(at("nothing/f"), bytes(""))).rejects.toMatchObject({ reason: "NOT_FOUND" });
    await expect(files.write(at("d"), bytes(""))).rejects.toMatchObject({ reason: "IS_DIRECTORY" });
    await expect(files.write(at("f"), bytes(""), { exclusive: true })).rejects.toMatchObject({ reason: "EXISTS" });
    await expect(files.makeLink("x", at("f"))).rejects.toMatchObject({ reason: "EXISTS" });
    await expect(files.remove(at("d"))).rejects.toMatchObject({ reason: "NOT_EMPTY" });
    await expect(files.makeDirectory(at("f"))).rejects.toMatchObject({ reason: "EXISTS" });
  });

  it("renames over what is there, and a directory with what it holds", async () => {
    const { files, at } = await fresh();
    await files.write(at("a"), bytes("new"), { sync: true });
    await files.write(at("b"), bytes("old"));
    await files.rename(at("a"), at("b"));
    await files.syncDirectory(at("."));
    expect(text(await files.read(at("b")))).toBe("new");
    expect(await files.stat(at("a"))).toBeUndefined();
    await files.makeDirectory(at("d/e"));
    await files.write(at("d/e/f"), bytes("deep"));
    await files.rename(at("d"), at("moved"));
    expect(text(await files.read(at("moved/e/f")))).toBe("deep");
  });

  it("removes a file, an empty directory, a link but not its target, and does not mind nothing", async () => {
    const { files, at } = await fresh();
    await files.write(at("f"), bytes("x"));
    await files.makeLink("f", at("link"));
    await files.makeDirectory(at("d"));
    for (const name of ["link", "d", "nothing"]) await files.remove(at(name));
    expect((await files.list(at("."))).map((entry) => entry.name)).toEqual(["f"]);
  });

  it("sets permission bits", async () => {
    const { files, at } = await fresh();
    await files.write(at("f"), bytes("x"), { mode: 0o600 });
    expect((await files.stat(at("f")))?.mode).toBe(0o600);
    await files.setMode(at("f"), 0o755);
    expect((await files.stat(at("f")))?.mode).toBe(0o755);
  });

  it("hands out copies: changing them changes no file", async () => {
    const { files, at } = await fresh();
    const content = bytes("abc");
    await files.write(at("f"), content);
    content[0] = 0;
    const read = await files.read(at("f"));
    read[1] = 0;
    expect(text(await files.read(at("f")))).toBe("abc");
  });
});
