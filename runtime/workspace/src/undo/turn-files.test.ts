import { describe, expect, it } from "vitest";
import { turnFiles } from "./list-turns.ts";

const state = (hash: string | null) => (hash === null ? null : { hash });
const change = (path: string, before: string | null, after: string | null) => ({
  path: `/w/${path}`,
  before: state(before),
  after: state(after),
});

describe("the files of a turn", () => {
  it("are told by what became of them, over all calls", () => {
    const logged = [
      change("new", null, "1"),
      change("kept", "a", "b"),
      change("new", "1", "2"),
      change("gone", "x", "y"),
      change("gone", "y", null),
      change("kept", "b", "c"),
    ];
    expect(turnFiles("/w", logged)).toEqual([
      { path: "gone", change: "removed" },
      { path: "kept", change: "modified" },
      { path: "new", change: "created" },
    ]);
  });

  it("that came and went are left out", () => {
    expect(turnFiles("/w", [change("tmp", null, "1"), change("tmp", "1", null)])).toEqual([]);
  });

  it("that are elsewhere with the same content were moved", () => {
    const logged = [change("old/a", "1", null), change("new/a", null, "1"), change("new/copy", null, "1")];
    expect(turnFiles("/w", logged)).toEqual([
      { path: "new/a", change: "moved", from: "old/a" },
      { path: "new/copy", change: "created" },
    ]);
  });
});
