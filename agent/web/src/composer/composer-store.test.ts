import { describe, expect, it } from "vitest";
import { ComposerStore, contentOf, draftOf, isEmpty } from "./composer-store.ts";

describe("ComposerStore", () => {
  it("hands over the text and the files, and is empty meanwhile", async () => {
    const composer = new ComposerStore();
    composer.setText("Look:");
    await composer.attach([new File(["1,2"], "a.csv", { type: "text/csv" })]);
    await composer.handOver(async (content) => {
      expect(content).toBe('Look:\n[file "a.csv"]\n1,2\n[end of file "a.csv"]');
      expect(isEmpty(composer.state())).toBe(true);
      return true;
    });
    expect(isEmpty(composer.state())).toBe(true);
  });

  it("has back what nobody took, before what was written meanwhile", async () => {
    const composer = new ComposerStore();
    composer.setText("First");
    await composer.attach([new File(["x"], "x.txt")]);
    await composer.handOver(async () => {
      composer.setText("Second");
      return false;
    });
    const { text, files } = composer.state();
    expect(text).toBe("First\nSecond");
    expect(files.map(({ name }) => name)).toEqual(["x.txt"]);
    composer.remove(files[0]?.id ?? "");
    expect(composer.state().files).toEqual([]);
  });

  it("says of every file why it cannot be attached, and keeps what was pasted", async () => {
    const composer = new ComposerStore();
    const binary = (name: string) => new File([new Uint8Array([0, 255])], name);
    await composer.attach([binary("b.bin"), new File(["x"], "x.txt"), binary("c.bin")]);
    const pasted = new File(["y".repeat(500_001)], "Pasted text.txt", { type: "text/plain" });
    await composer.attach([pasted], "paste");
    const { refused, files, reading } = composer.state();
    expect(refused.map(({ why }) => why)).toEqual([
      expect.stringContaining("“b.bin” cannot be attached"),
      expect.stringContaining("“c.bin” cannot be attached"),
      expect.stringContaining("longer than 500,000 characters"),
    ]);
    const kept = { name: "Pasted text.txt", text: await pasted.text() };
    expect([refused.map((one) => one.pasted), files.length, reading]).toEqual([[undefined, undefined, kept], 1, 0]);
    for (const { id } of refused) composer.remove(id);
    expect(composer.state().refused).toEqual([]);
  });

  it("makes a draft of what was said, with its images", async () => {
    const said = [
      { type: "text", text: "See" },
      { type: "image", mediaType: "image/png", data: "AAAA" },
    ] as const;
    const draft = draftOf(said);
    expect(draft).toMatchObject({ text: "See", files: [{ name: "Image 1" }] });
    expect(contentOf(draft)).toEqual(said);
    expect(draftOf("words")).toEqual({ text: "words", files: [] });
  });

  it("is told that files are being read, so that a message does not go without them", async () => {
    const composer = new ComposerStore();
    const read = composer.attach([new File(["x"], "x.txt"), new File(["y"], "y.txt")]);
    expect(composer.state().reading).toBe(2);
    await read;
    expect(composer.state()).toMatchObject({ reading: 0, files: [{ name: "x.txt" }, { name: "y.txt" }] });
  });
});
