import { describe, expect, it } from "vitest";
import { Api } from "../server/api.ts";
import { ThreadStore } from "../thread/thread-store.ts";
import { ComposerStore, isEmpty } from "./composer-store.ts";

function start() {
  const thread = new ThreadStore({ api: new Api() });
  return { thread, composer: new ComposerStore(thread) };
}

describe("ComposerStore", () => {
  it("hands over the text and the files, and is empty meanwhile", async () => {
    const { composer } = start();
    composer.setText("Look:");
    await composer.attach(new File(["1,2"], "a.csv", { type: "text/csv" }));
    await composer.handOver(async (content) => {
      expect(content).toBe('Look:\n[file "a.csv"]\n1,2\n[end of file "a.csv"]');
      expect(isEmpty(composer.state())).toBe(true);
      return true;
    });
    expect(isEmpty(composer.state())).toBe(true);
  });

  it("has back what nobody took, before what was written meanwhile", async () => {
    const { composer } = start();
    composer.setText("First");
    await composer.attach(new File(["x"], "x.txt"));
    await composer.handOver(async () => {
      composer.setText("Second");
      return false;
    });
    const { text, files } = composer.state();
    expect(text).toBe("First\nSecond");
    expect(files.map(({ file }) => file.name)).toEqual(["x.txt"]);
    composer.remove(files[0]?.id ?? "");
    expect(composer.state().files).toEqual([]);
  });

  it("says why a file cannot be attached", async () => {
    const { composer, thread } = start();
    await composer.attach(new File([new Uint8Array([0, 255])], "b.bin"));
    expect(thread.state().problem).toContain("“b.bin” cannot be attached");
    expect(composer.state().files).toEqual([]);
  });
});
