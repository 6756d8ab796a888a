import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Row, Rows } from "./rows.ts";
import { pairOf, scoreOf } from "./score.ts";
import { folderTasks } from "./tasks/folder-tasks.ts";
import { says } from "./tasks/task.ts";

const tasks = folderTasks();

describe("the tasks of folders", () => {
  it("are sixty, and none of them is done before it has begun, nor by an empty answer", () => {
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(60);
    const untouched = (files: Readonly<Record<string, string>>) => ({
      files: new Map(Object.entries(files)),
      answer: "",
      outside: [],
    });
    expect(tasks.filter(({ files, isMet }) => isMet(untouched(files))).map(({ id }) => id)).toEqual([]);
  });

  it("take a number for an answer where it stands by itself", () => {
    expect(says("The sum is 1,248.", 1248)).toBe(true);
    expect(["12480", "1248.5", "v1248x"].map((answer) => says(answer, 1248))).toEqual([false, false, false]);
  });
});

const ending = { answer: "Done.", steps: 2, tokensIn: 100, tokensOut: 10, calls: [] };
const row = (task: string, isMet: boolean): Row => ({
  ...{ arm: "small", model: "m", task, wantsChange: true, isMet, harmed: [], ending },
});

describe("the score", () => {
  it("counts goals met, gives their share an interval, and tells words of success where nothing was done", () => {
    const score = scoreOf("small", "m", [row("a", true), row("b", false)]);
    expect(score).toMatchObject({ tasks: 2, met: 1, steps: 4, tokensIn: 200, untrue: 1, harmed: 0 });
    expect([score.low, score.high]).toEqual([0.095, 0.905]);
  });

  it("compares two arms task by task", () => {
    const [ours, theirs] = [
      [row("a", true), row("b", true), row("c", false)],
      [row("a", false), row("b", true)],
    ];
    expect(pairOf(ours, theirs)).toEqual({ only: 1, others: 0 });
  });

  it("goes on from the rows of a run that was stopped", () => {
    const folder = mkdtempSync(join(tmpdir(), "outcome-rows-"));
    new Rows(folder).add(row("a", true));
    expect(new Rows(folder).of("small", "m")).toEqual([row("a", true)]);
    expect(new Rows(folder).of("all", "m")).toEqual([]);
  });
});
