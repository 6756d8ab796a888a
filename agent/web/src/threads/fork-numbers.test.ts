import { expect, it } from "vitest";
import { forkNumbers } from "./fork-numbers.ts";

const thread = (id: string, title: string, createdAt: number, forkedFrom?: { id: string; seq: number }) => {
  return { id, title, createdAt, updatedAt: 0, status: "idle", seq: 1, ...(forkedFrom && { forkedFrom }) } as const;
};

it("forks of one title are numbered as they were made, from the second on, wherever they stand in the list", () => {
  const from = { id: "a", seq: 1 };
  const list = [
    thread("third", "Fruit", 30, from),
    thread("other", "Tree", 25, from),
    thread("first", "Fruit", 10, from),
    thread("second", "Fruit", 20, from),
    thread("a", "Fruit", 5),
    thread("b", "Fruit", 40),
  ];
  expect([...forkNumbers(list)]).toEqual([
    ["second", 2],
    ["third", 3],
  ]);
});
