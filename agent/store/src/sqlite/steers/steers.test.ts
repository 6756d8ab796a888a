import { describe, expect, it, onTestFinished, vi } from "vitest";
import { alice, bob, freshStore } from "../../../test/making.ts";
import { Database } from "../database/database.ts";
import { openStore } from "../open-store.ts";

const said = (content: string) => ({ role: "user", content }) as const;

describe("the queue of a run in SQLite", () => {
  it("looks for its messages only where one has come since, from whichever process", async () => {
    const store = freshStore();
    const other = openStore({ file: store.file });
    onTestFinished(() => other.close());
    for (const conversation of [alice, bob]) store.threads.create(conversation);
    const all = vi.spyOn(Database.prototype, "all");
    onTestFinished(() => void vi.restoreAllMocks());
    const queue = store.steers.queue(alice);
    const takeOften = async () => (await Promise.all(Array.from({ length: 10 }, () => queue.take()))).at(-1);
    expect(await takeOften()).toEqual([]);
    expect(all).not.toHaveBeenCalled();
    store.steers.add(bob, { messageId: "b", message: said("for bob") });
    all.mockClear();
    expect(await takeOften()).toEqual([]);
    expect(all).toHaveBeenCalledTimes(1);
    other.steers.add(alice, { messageId: "a", message: said("for alice") });
    expect(await takeOften()).toEqual([{ messageId: "a", message: said("for alice") }]);
    await queue.sent(["a"]);
    expect(await takeOften()).toEqual([]);
  });
});
