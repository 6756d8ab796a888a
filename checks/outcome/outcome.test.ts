import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chooseTasks } from "./choose-tasks.ts";
import { pairOf, tellPair } from "./pair.ts";
import { type Row, Rows } from "./rows.ts";
import { scoreOf } from "./score.ts";
import { summaryOf } from "./summary.ts";
import { folderTasks } from "./tasks/folder-tasks.ts";
import { helloTasks } from "./tasks/hello-tasks.ts";
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
    const all = [...tasks, ...helloTasks()];
    expect(all.filter(({ files, isMet }) => isMet(untouched(files))).map(({ id }) => id)).toEqual([]);
  });

  it("keep their names and their order: rows of many runs lie side by side", () => {
    const kinds = "find count log sum version outside create edit rename test json rules".split(" ");
    const ids = tasks.map(({ id }) => id);
    expect(ids.slice(0, 24)).toEqual([...kinds.map((kind) => `${kind}-1`), ...kinds.map((kind) => `${kind}-2`)]);
  });

  it("are chosen by number, half and kind", () => {
    const folders = (choice: Omit<Parameters<typeof chooseTasks>[0], "count">, count = 1_000) =>
      chooseTasks({ count, ...choice }).filter(({ kind }) => kind !== "function");
    const [tune, judge] = [folders({ half: "tune" }), folders({ half: "judge" })];
    expect([tune.length, judge.length]).toEqual([30, 30]);
    expect([...tune, ...judge].map(({ id }) => id).sort()).toEqual(tasks.map(({ id }) => id).sort());
    expect(folders({ only: ["rules"], half: "tune" }).map(({ id }) => id)).toEqual(["rules-2", "rules-4"]);
    expect(folders({ only: ["hello"] })).toHaveLength(50);
    expect(folders({ only: ["create", "edit"] }, 3).map(({ id }) => id)).toEqual(["create-1", "edit-1", "create-2"]);
  });

  it("of hello end with exactly this text, alone in its file", () => {
    const [first] = helloTasks();
    const end = (content: string, more = {}) => ({
      files: new Map(Object.entries({ "README.md": "", "hello.txt": content, ...more })),
      ...{ outside: [], answer: "" },
    });
    expect(first?.isMet(end("Hello World\n"))).toBe(true);
    expect(
      [end("Hello World!"), end("Hello World\n\n"), end("Hello World", { "b.txt": "" })].map((one) =>
        first?.isMet(one),
      ),
    ).toEqual([false, false, false]);
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
    expect(pairOf(ours, theirs)).toMatchObject({ tasks: 2, first: 1, second: 0, difference: 0.5 });
    expect(tellPair("small", "plain", pairOf(ours, theirs))).toMatch(
      /^small − plain over 2 tasks: \+0\.500, between -0\.\d{3} and 0\.\d{3} \(met by small alone: 1, by plain alone: 0\)$/,
    );
    expect(pairOf([], theirs)).toMatchObject({ tasks: 0, difference: 0, low: -1, high: 1 });
  });

  it("is summed up by kind of task and arm", () => {
    const rows = [row("edit-1", true), row("edit-2", false), { ...row("edit-1", false), arm: "plain" }];
    const summary = summaryOf("m", ["small", "plain"], rows);
    expect(summary).toContain(
      "| goals met | small | plain |\n| --- | ---: | ---: |\n| edit | 1/2 | 0/1 |\n| all | 1/2 | 0/1 |",
    );
    expect(summary).toContain("| tokensIn | 200 | 100 |");
  });

  it("goes on from the rows of a run that was stopped", () => {
    const folder = mkdtempSync(join(tmpdir(), "outcome-rows-"));
    new Rows(folder).add(row("a", true));
    expect(new Rows(folder).of("small", "m")).toEqual([row("a", true)]);
    expect(new Rows(folder).of("all", "m")).toEqual([]);
  });
});
