import { describe, expect, it } from "vitest";
import { dayGroups, dayName } from "./day-groups.ts";

const NOW = new Date(2026, 2, 15, 0, 30).getTime();
const HOUR = 3_600_000;
const thread = (id: string, updatedAt: number, pinned = false) => {
  return { id, title: id, createdAt: 0, updatedAt, status: "idle", seq: 1, ...(pinned && { pinned }) } as const;
};

describe("days of threads", () => {
  it.each([
    [NOW, "Today"],
    [NOW + 5 * HOUR, "Today"],
    [NOW - HOUR, "Yesterday"],
    [NOW - 25 * HOUR, "The last 7 days"],
    [NOW - 8 * 24 * HOUR, "The last 30 days"],
    [new Date(2025, 11, 24).getTime(), "December 2025"],
  ])("%d is called %s", (time, name) => expect(dayName(time, NOW)).toBe(name));

  it("groups keep the order of the list, and pinned ones stand first", () => {
    const list = [thread("a", NOW), thread("b", NOW - HOUR), thread("c", NOW - HOUR, true), thread("d", NOW - HOUR)];
    const shown = dayGroups(list, NOW).map(({ name, threads }) => [name, threads.map(({ id }) => id)]);
    expect(shown).toEqual([
      ["Pinned", ["c"]],
      ["Today", ["a"]],
      ["Yesterday", ["b", "d"]],
    ]);
  });
});
