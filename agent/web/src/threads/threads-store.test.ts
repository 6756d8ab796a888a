import type { ThreadSummary } from "@toolwright/view";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startServer } from "../thread/real-runs.test-data.ts";
import { ThreadsStore } from "./threads-store.ts";

const page = { hidden: false, addEventListener() {}, removeEventListener() {} };

describe("ThreadsStore", () => {
  beforeAll(() => void vi.stubGlobal("document", page));
  afterAll(() => void vi.unstubAllGlobals());

  const titles = (store: ThreadsStore) => store.state().threads.map(({ title }) => title);

  async function begun(count: number) {
    const { api } = await startServer([]);
    const made: ThreadSummary[] = [];
    for (let number = 0; number < count; number += 1) {
      const answer = await api.post<ThreadSummary>("/api/threads", { title: `Thread ${number}` });
      made.push(answer.ok ? answer.value : expect.fail(answer.error));
    }
    const store = new ThreadsStore(api, () => undefined);
    await store.load();
    return { api, made, store };
  }

  it("lists the one that is open with the newest fifty, once, and knows it where it is in another list", async () => {
    const { made, store } = await begun(60);
    const [oldest = expect.fail("There is none.")] = made;
    expect(titles(store)).not.toContain("Thread 0");
    store.open(oldest);
    expect([titles(store).length, titles(store).at(-1)]).toEqual([51, "Thread 0"]);
    await store.load();
    expect(titles(store).at(-1)).toBe("Thread 0");
    await store.loadMore();
    expect([titles(store).length, new Set(titles(store)).size]).toEqual([60, 60]);
    await store.alter(oldest.id, { title: "Renamed" });
    expect([store.find(oldest.id)?.title, titles(store).includes("Thread 0")]).toEqual(["Renamed", false]);
    await store.alter(oldest.id, { archived: true });
    expect([store.find(oldest.id)?.title, titles(store).includes("Renamed")]).toEqual(["Renamed", false]);
    await store.show("archived");
    expect(titles(store)).toEqual(["Renamed"]);
    expect(await store.delete(oldest.id)).toBe(true);
    expect([titles(store), store.find(oldest.id)]).toEqual([[], undefined]);
  });

  it("hears what others do to threads", async () => {
    const { api, made, store } = await begun(2);
    const [first = expect.fail("There is none."), second] = made;
    const leave = store.watch();
    await api.patch(`/api/threads/${first.id}`, { title: "By another" });
    await expect.poll(() => titles(store)).toContain("By another");
    await api.delete(`/api/threads/${second?.id}`);
    await expect.poll(() => titles(store)).toEqual(["By another"]);
    leave();
  });
});
