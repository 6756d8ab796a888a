import { describe, expect, it } from "vitest";
import { createMemoryWorkspace } from "../memory/memory-workspace.adapter.ts";
import type { FileStat } from "../workspace/files.port.ts";
import { SeenFiles } from "./seen-files.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const STAT: FileStat = {
  kind: "file",
  size: 1,
  mode: 0o644,
  mtimeNs: 1n,
  dev: 1n,
  ino: 1n,
  links: 1,
  uid: 0,
  gid: 0,
};

function seenWith(text: string, complete = true): SeenFiles {
  const seen = new SeenFiles();
  seen.record("/a", { bytes: encode(text), stat: STAT }, complete);
  return seen;
}

describe("SeenFiles.check", () => {
  it("knows a file that was never seen", () => {
    expect(new SeenFiles().check("/a", { bytes: encode("a") })).toEqual({ kind: "unseen" });
  });

  it("goes by content alone: the same size and time do not make a file fresh", () => {
    expect(seenWith("a\nb\n").check("/a", { bytes: encode("a\nX\n") })).toEqual({
      kind: "stale",
      lines: { first: 2, last: 2 },
    });
    expect(seenWith("a\n").check("/a", { bytes: encode("a\n") })).toEqual({ kind: "fresh", complete: true });
  });

  it("adds up: a part seen after the whole leaves the whole seen, but not of another version", () => {
    const seen = seenWith("a");
    seen.record("/a", { bytes: encode("a"), stat: STAT }, false);
    expect(seen.knowsAll("/a")).toBe(true);
    seen.record("/a", { bytes: encode("b"), stat: STAT }, false);
    expect(seen.knowsAll("/a")).toBe(false);
  });

  it("forgets the file seen longest ago when there are too many", () => {
    const seen = seenWith("a");
    for (let index = 0; index < 2000; index += 1) seen.record(`/${index}`, { bytes: encode("x"), stat: STAT }, true);
    expect(seen.knowsAll("/a")).toBeUndefined();
    expect(seen.knowsAll("/0")).toBe(true);
  });
});

describe("SeenFiles.changedOnDisk", () => {
  it("tells each change once, and a removal too", async () => {
    const { files } = await createMemoryWorkspace({ files: { a: "a", b: "b", c: "c" } });
    const seen = new SeenFiles();
    for (const path of ["/work/a", "/work/b", "/work/c"]) {
      const stat = await files.stat(path);
      if (stat !== undefined) seen.record(path, { bytes: await files.read(path), stat }, true);
    }
    expect(await seen.changedOnDisk(files)).toEqual([]);
    await files.write("/work/a", encode("new"));
    await files.remove("/work/b");
    await files.write("/work/c", encode("c"));
    expect(await seen.changedOnDisk(files)).toEqual(["/work/a", "/work/b"]);
    expect(await seen.changedOnDisk(files)).toEqual([]);
    await files.write("/work/a", encode("newer"));
    expect(await seen.changedOnDisk(files)).toEqual(["/work/a"]);
  });
});
