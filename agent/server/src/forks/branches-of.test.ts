import { expect, it } from "vitest";
import { type Branching, branchesOf } from "./branches-of.ts";

const thread = (id: string, lastSeq: number, from?: readonly [string, number]): Branching => ({
  id,
  createdAt: made++,
  lastSeq,
  ...(from && { forkedFrom: { id: from[0], seq: from[1] } }),
});
let made = 0;
const runs = [
  { runId: "r1", seq: 1 },
  { runId: "r2", seq: 5 },
  { runId: "r3", seq: 9 },
];

it("names where an edited message went another way, from each of the ways", () => {
  const threads = [thread("a", 12), thread("b", 8, ["a", 4]), thread("c", 8, ["b", 4]), thread("other", 12)];
  expect(branchesOf("a", threads, runs)).toEqual([{ runId: "r2", threads: ["a", "b", "c"] }]);
  const edited = [
    { runId: "r1", seq: 1 },
    { runId: "e2", seq: 5 },
  ];
  expect(branchesOf("c", threads, edited)).toEqual([{ runId: "e2", threads: ["a", "b", "c"] }]);
  expect(branchesOf("other", threads, runs)).toEqual([]);
});

it("names the first message too, and one way once, however often it parts later", () => {
  const threads = [thread("a", 12), thread("b", 12, ["a", 0]), thread("b2", 12, ["b", 8]), thread("b3", 12, ["b2", 8])];
  expect(branchesOf("a", threads, runs)).toEqual([{ runId: "r1", threads: ["a", "b"] }]);
  expect(branchesOf("b2", threads, runs)).toEqual([
    { runId: "r1", threads: ["a", "b2"] },
    { runId: "r3", threads: ["b", "b2", "b3"] },
  ]);
});

it("names no way on which nothing was said, and one of which the first thread is gone by what came from it", () => {
  expect(branchesOf("a", [thread("a", 12), thread("b", 4, ["a", 4])], runs)).toEqual([]);
  const gone = [thread("b", 8, ["a", 4]), thread("c", 8, ["a", 4])];
  expect(branchesOf("c", gone, runs)).toEqual([{ runId: "r2", threads: ["b", "c"] }]);
});

it("ends where a store says that two threads came from each other", () => {
  expect(branchesOf("a", [thread("a", 12, ["b", 4]), thread("b", 12, ["a", 4])], runs)).toBeInstanceOf(Array);
});
