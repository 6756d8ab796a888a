import { describe, expect, it } from "vitest";
import { Drafts } from "./drafts.ts";

describe("Drafts", () => {
  it("keeps one text for each thread, and one for a thread to come", () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    };
    const drafts = new Drafts(storage);
    drafts.write("a", "one");
    drafts.write(undefined, "new");
    expect([drafts.read("a"), drafts.read("b"), new Drafts(storage).read(undefined)]).toEqual(["one", "", "new"]);
    drafts.write("a", "");
    expect([...kept.values()]).toEqual(["new"]);
  });

  it("does without a storage", () => {
    const drafts = new Drafts(undefined);
    drafts.write("a", "x");
    expect(drafts.read("a")).toBe("");
  });
});
