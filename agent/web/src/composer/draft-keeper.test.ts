import { describe, expect, it } from "vitest";
import { NO_THREAD, type ThreadState } from "../thread/thread-state.ts";
import { Watchable } from "../thread/watchable.ts";
import { ComposerStore } from "./composer-store.ts";
import { DraftKeeper } from "./draft-keeper.ts";
import { Drafts } from "./drafts.ts";

class Thread extends Watchable<ThreadState> {
  told: readonly string[] = [];
  show = (change: Partial<ThreadState>) => this.change(change);
  tell = (problem: string | undefined) => {
    this.told = [...this.told, problem ?? ""];
  };
}

/** A page: what it keeps is there for the next one, as far as there is room for so many characters. */
function open(kept: Map<string, string>, room = 10_000_000) {
  const drafts = new Drafts({
    getItem: (key) => kept.get(key) ?? null,
    setItem(key, value) {
      if (value.length > room) throw new Error("There is no room.");
      kept.set(key, value);
    },
    removeItem: (key) => void kept.delete(key),
  });
  const [thread, composer] = [new Thread(NO_THREAD), new ComposerStore()];
  const said: [unknown, string][] = [];
  const answers: boolean[] = [];
  const say = async (content: unknown, id: string) => {
    said.push([content, id]);
    return answers.shift() ?? true;
  };
  new DraftKeeper({ drafts, thread, composer, steers: { say } });
  const show = (threadId: string) => thread.show({ threadId, messages: [], isLoading: false });
  return { thread, composer, said, answers, show };
}

const long = () => new File(["y".repeat(500_001)], "Pasted text.txt", { type: "text/plain" });

describe("DraftKeeper", () => {
  it("keeps a paste that was refused for its thread alone, until it is dismissed", async () => {
    const kept = new Map<string, string>();
    const before = open(kept);
    before.show("a");
    await before.composer.attach([long()], "paste");
    expect(before.composer.state().unkept).toEqual([]);
    const { composer, show } = open(kept);
    show("b");
    expect(composer.state().refused).toEqual([]);
    show("a");
    const [refused] = composer.state().refused;
    expect(refused?.pasted?.text).toHaveLength(500_001);
    composer.remove(refused?.id ?? "");
    const after = open(kept);
    after.show("a");
    expect([after.composer.state().refused, [...kept]]).toEqual([[], []]);
  });

  it("says where the browser has no room for it, and no more once it is dismissed", async () => {
    const { composer, show } = open(new Map(), 1_000);
    show("a");
    await composer.attach([long()], "paste");
    composer.setText("More words");
    expect(composer.state().unkept).toEqual(["refused"]);
    composer.remove(composer.state().refused[0]?.id ?? "");
    expect(composer.state()).toMatchObject({ unkept: [], text: "More words" });
  });

  it("says once more, under the same id, what was on its way to a run; it comes back where nobody takes it", async () => {
    for (const isTaken of [true, false]) {
      const kept = new Map<string, string>();
      const before = open(kept);
      before.show("a");
      before.composer.setText("Also this");
      void before.composer.handOver(() => new Promise(() => undefined), "id-1");
      const { thread, composer, said, answers, show } = open(kept);
      answers.push(isTaken);
      show("a");
      await expect.poll(() => kept.has("toolwright.sent:a")).toBe(false);
      expect(said).toEqual([["Also this", "id-1"]]);
      expect([composer.state().text, thread.told.length]).toEqual(isTaken ? ["", 0] : ["Also this", 1]);
    }
  });
});
