import { describe, expect, it } from "vitest";
import { Drafts } from "./drafts.ts";

const draft = (text: string) => ({ text, files: [] });

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
    drafts.write("a", { text: "one", files });
    drafts.write(undefined, draft("new"));
    drafts.keepSent("a", { ...draft("sent"), seq: 3 });
    const again = new Drafts(storage);
    expect([again.read("a"), again.read("b")]).toEqual([{ text: "one", files }, draft("")]);
    expect([again.read(undefined), again.sent("a"), again.sent("b")]).toEqual([
      draft("new"),
      { ...draft("sent"), seq: 3 },
      undefined,
    ]);
    drafts.write("a", draft(""), { text: "one", files });
    drafts.keepSent("a", undefined);
    expect([...kept.values()]).toEqual(['"new"']);
  });

  it("keeps the text where there is no room for the files", () => {
    const { storage } = memory();
    const small = {
      ...storage,
      setItem: (key: string, value: string) => value.length < 50 && storage.setItem(key, value),
    };
    const files = [{ id: "f", name: "a.txt", size: 1, parts: [{ type: "text", text: "x".repeat(100) }] }] as const;
    new Drafts(small).write("a", { text: "one", files });
    expect(new Drafts(storage).read("a")).toEqual(draft("one"));
  });

  it("does without a storage, and with one that holds something else", () => {
    const drafts = new Drafts(undefined);
    drafts.write("a", draft("x"));
    expect(drafts.read("a")).toEqual(draft(""));
    const { storage } = memory();
    storage.setItem("toolwright.draft:a", "no JSON");
    expect(new Drafts(storage).read("a")).toEqual(draft(""));
  });
});
