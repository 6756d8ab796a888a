import { describe, expect, it } from "vitest";
import { DEFAULT_SANDBOX_POLICY } from "../sandbox.port.ts";
import { type SeatbeltFacts, seatbeltProfile } from "./seatbelt.adapter.ts";

const FACTS: SeatbeltFacts = {
  policy: DEFAULT_SANDBOX_POLICY,
  root: "/Users/a/work",
  scratch: "/Users/a/.local/state/toolwright/sandbox/1",
  hidden: ["/Users/a/.ssh", "/Users/a/.local/state/toolwright"],
  holders: ["/Users/a/work/sub"],
  protected: ["/Users/a/work/.git", "/Users/a/work/sub/.git"],
};

const rules = (facts: Partial<SeatbeltFacts>) => seatbeltProfile({ ...FACTS, ...facts }).split("\n");
const policy = (change: Partial<SeatbeltFacts["policy"]>) => ({ policy: { ...DEFAULT_SANDBOX_POLICY, ...change } });

describe("the seatbelt profile", () => {
  it("denies what it does not name, and closes the holes after it opens the workspace", () => {
    expect(rules({}).slice(0, 2)).toEqual(["(version 1)", "(deny default)"]);
    expect(rules({}).slice(-7)).toEqual([
      '(allow file-write* (subpath "/Users/a/.local/state/toolwright/sandbox/1") (subpath "/Users/a/work"))',
      '(deny file-read* file-write* (subpath "/Users/a/.ssh") (subpath "/Users/a/.local/state/toolwright"))',
      '(allow file-read* file-write* (subpath "/Users/a/.local/state/toolwright/sandbox/1"))',
      '(deny file-write* (literal "/Users/a/.local/state/toolwright/sandbox/1/.gitconfig"))',
      '(deny file-write* (subpath "/Users/a/work/.git") (subpath "/Users/a/work/sub/.git"))',
      '(deny file-write-unlink (literal "/Users/a/work/sub"))',
      "",
    ]);
  });

  it("opens the network only where the policy does", () => {
    expect(rules({}).filter((rule) => /network|socket/.test(rule))).toEqual([]);
    expect(rules(policy({ network: true }))).toContain("(allow network*)");
  });

  it("opens nothing but temporary files in read-only mode", () => {
    const writable = rules(policy({ mode: "read-only" })).filter((rule) => rule.startsWith("(allow file-write*"));
    expect(writable.join("\n")).not.toContain("/Users/a/work");
  });

  it("opens a workspace that lies in a hidden directory, and no more of that", () => {
    const root = "/Users/a/.agent/worktrees/one";
    const opened = rules({ root, hidden: ["/Users/a/.agent"] });
    expect(opened).toContain(`(allow file-read* file-write* (subpath "${root}"))`);
    expect(opened.indexOf('(deny file-read* file-write* (subpath "/Users/a/.agent"))')).toBeLessThan(
      opened.indexOf(`(allow file-read* file-write* (subpath "${root}"))`),
    );
  });

  it("keeps a path what it is, whatever is in it", () => {
    const root = '/tmp/a") (allow default) ("\\';
    expect(rules({ root }).join("\n")).toContain('(subpath "/tmp/a\\") (allow default) (\\"\\\\")');
  });
});
