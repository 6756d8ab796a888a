import { describe, expect, it } from "vitest";
import { Drafts } from "./drafts.ts";

const draft = (text: string) => ({ text, files: [], refused: [] });

function memory() {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return { kept, storage };
}

describe("Drafts", () => {
  it("keeps one draft for each thread with its files, and one for a thread to come", () => {
    const { kept, storage } = memory();
    const drafts = new Drafts(storage);
    const files = [{ id: "f", name: "a.txt", size: 1, parts: [{ type: "text", text: "x" }] }] as const;
    drafts.write("a", "text", "one");
    drafts.write("a", "files", files);
    drafts.write(undefined, "text", "new");
    drafts.keepSent("a", { ...draft("sent"), seq: 3 });
    const again = new Drafts(storage);
    expect([again.read("a"), again.read("b")]).toEqual([{ ...draft("one"), files }, draft("")]);
    expect([again.read(undefined), again.sent("a"), again.sent("b")]).toEqual([
      draft("new"),
      { ...draft("sent"), seq: 3 },
      undefined,
    ]);
    drafts.write("a", "text", "");
    drafts.write("a", "files", []);
    drafts.keepSent("a", undefined);
    expect([...kept.values()]).toEqual(['"new"']);
  });

  it("keeps the text where there is no room for the files, and says so", () => {
    const { storage } = memory();
    const small = {
      ...storage,
      setItem(key: string, value: string) {
        if (value.length > 50) throw new Error("There is no room.");
        storage.setItem(key, value);
      },
    };
    const files = [{ id: "f", name: "a.txt", size: 1, parts: [{ type: "text", text: "x".repeat(100) }] }] as const;
    const drafts = new Drafts(small);
    expect([drafts.write("a", "text", "one"), drafts.write("a", "files", files)]).toEqual([true, false]);
    expect(new Drafts(storage).read("a")).toEqual(draft("one"));
  });

  it("does without a storage, and with one that holds something else", () => {
    const drafts = new Drafts(undefined);
    expect(drafts.write("a", "text", "x")).toBe(false);
    expect(drafts.read("a")).toEqual(draft(""));
    const { storage } = memory();
    storage.setItem("toolwright.draft:a", "no JSON");
    expect(new Drafts(storage).read("a")).toEqual(draft(""));
  });
});
