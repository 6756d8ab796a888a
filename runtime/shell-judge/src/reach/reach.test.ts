import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LEXICAL } from "../decide/disk-facts.ts";
import { createLineEngine, type DiskFacts, reachOf, readLine } from "../index.ts";

const engine = createLineEngine({ root: "/w", home: "/h" });
const keeping = createLineEngine({ root: "/w", home: "/h", keepsChanges: true });
const touchesOf = (line: string, facts: DiskFacts = LEXICAL) => readLine(line, ["/w"], engine.context(facts)).touches;
const reach = (line: string, sandboxed = false) => {
  const { files, network, undo } = reachOf(touchesOf(line), sandboxed);
  return [files, network ? "network" : "", undo ? "undo" : ""].filter((word) => word !== "").join(" ");
};

describe("how far a line gets", () => {
  it.each([
    ["echo hi", "none undo"],
    ["cat a b", "file undo"],
    ["ls", "folder undo"],
    ["cat *.ts", "folder undo"],
    ["grep -r x", "folder undo"],
    ["git status", "folder undo"],
    ["bash -c 'cat a'", "file undo"],
    ["cat /etc/hosts", "machine undo"],
    ["cd .. && ls", "machine undo"],
    ["touch a", "file"],
    ["echo x > a", "file"],
    ["rm -rf build", "folder"],
    ["cp a /etc/x", "machine"],
    ["curl https://example.org/a", "none network"],
    ["npm test", "machine network"],
    ["node -e 1", "machine network"],
    ["git commit -m x", "machine network"],
    ["$x y", "machine network"],
    ["frobnicate", "machine network"],
    ["PATH=. ls", "machine network"],
    ["sudo cat a", "machine network"],
    ['cat "$x"', "machine network"],
    ["cat $(", "machine network"],
    [`echo ${"x".repeat(100_000)}`, "machine network"],
  ])("%s: %s", (line, far) => {
    expect(reach(line)).toBe(far);
  });

  it("ends, in a sandbox, at the workspace for programs, and not for what is named outside of it", () => {
    expect(reach("npm test", true)).toBe("folder");
    expect(reach("curl https://example.org/a", true)).toBe("none");
    expect(reach("cat /etc/hosts", true)).toBe("machine undo");
  });

  it("begins at the workspace where a pathspec does, wherever the shell stands", () => {
    expect(touchesOf("git -C sub diff -- :/a").reads).toContain("/w/a");
    expect(touchesOf("git -C sub diff -- a").reads).toContain("/w/sub/a");
  });

  it("goes where links lead", () => {
    const linked: DiskFacts = { ...LEXICAL, realPath: (path) => (path === "/w/a" ? "/etc/passwd" : path) };
    const touches = touchesOf("cat a", linked);
    expect(touches.links).toEqual([{ path: "/w/a", real: "/etc/passwd" }]);
    expect(reachOf(touches, false).files).toBe("machine");
    const found: DiskFacts = { ...LEXICAL, existing: () => [{ path: "/w/a", real: "/etc/passwd", link: true }] };
    expect(reachOf(touchesOf("cat ?", found), false).files).toBe("machine");
  });

  it("can be undone where lines change files that the repository tracks, and these are kept", () => {
    const facts: DiskFacts = { ...LEXICAL, tracked: () => new Set(["a"]) };
    const undo = (line: string) => reachOf(readLine(line, ["/w"], keeping.context(facts)).touches, false).undo;
    expect(["echo x > a", "touch a", "rm a"].filter((line) => !undo(line))).toEqual([]);
    expect(
      [
        "echo x > b",
        "rm -r a",
        "rm ?",
        "mv a b",
        "cp b c",
        "sed -i.bak s/a/b/ a",
        "npm test",
        "curl -o a https://x.org/",
      ].filter(undo),
    ).toEqual([]);
    expect(reachOf(touchesOf("echo x > a", facts), false).undo).toBe(false);
    const linked: DiskFacts = { ...facts, realPath: (path) => (path === "/w/a" ? "/w/b" : path) };
    expect(reachOf(readLine("echo x > a", ["/w"], keeping.context(linked)).touches, false).undo).toBe(false);
  });
});

describe("what a line would do", () => {
  it("is told by its words", () => {
    const line = "cat a; echo x > b; rm c; curl https://example.org/d; make e";
    expect(touchesOf(line)).toMatchObject({
      reads: ["/w/a"],
      writes: ["/w/b"],
      deletes: ["/w/c"],
      sends: ["curl https://example.org/d"],
      runs: ["make e"],
      unclear: false,
    });
  });

  it("is not clear where it is too much to tell", () => {
    const many = Array.from({ length: 60 }, (_, index) => `f${index}`).join(" ");
    expect(touchesOf(`cat ${many}`)).toMatchObject({ unclear: true, reads: expect.objectContaining({ length: 50 }) });
  });
});

describe("the reach of lines one after the other", () => {
  const ORDER = ["none", "file", "folder", "machine"];
  const some = fc.constantFrom("ls", "cat a", "rm b", "npm test", "curl https://x.org/", "cat /etc/x", "$y", "echo 1");

  it("is never less than that of each, and never more in a sandbox than without", () => {
    fc.assert(
      fc.property(fc.array(some, { minLength: 1, maxLength: 6 }), fc.constantFrom("; ", " && ", " | "), (lines, by) => {
        const all = touchesOf(lines.join(by));
        const [free, held] = [reachOf(all, false), reachOf(all, true)];
        for (const each of lines.map((line) => reachOf(touchesOf(line), false))) {
          expect(ORDER.indexOf(free.files)).toBeGreaterThanOrEqual(ORDER.indexOf(each.files));
          expect(free.network || !each.network).toBe(true);
          expect(each.undo || !free.undo).toBe(true);
        }
        expect(ORDER.indexOf(held.files)).toBeLessThanOrEqual(ORDER.indexOf(free.files));
        expect(free.network || !held.network).toBe(true);
      }),
    );
  });
});
