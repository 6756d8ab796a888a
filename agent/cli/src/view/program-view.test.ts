import { ActivityStream, type ErrorInfo } from "@toolwright/core";
import { expect, it } from "vitest";
import { PlainScreen } from "../terminal/plain-screen.ts";
import { FollowedPrograms } from "./followed-programs.ts";
import { runningCallLine } from "./program-lines.ts";
import { RunView } from "./run-view.ts";

const ABOUT = { runId: "r" };
const CODE = "const all = [];\nfor (const path of paths) all.push(await tools.read({ path }));\nreturn all.length;";
const screen = (written: (text: string) => void) =>
  new PlainScreen({ isTTY: false, columns: 60, write: (text: string) => written(text) }, {});

/** A program whose calls are made and end in this order. */
class Played {
  readonly activity = new ActivityStream();

  async start(toolCallId: string, toolName: string, args: object): Promise<void> {
    const [, parentId] = /^(.*)\/\d+$/.exec(toolCallId) ?? [];
    const data = { toolCallId, toolName, arguments: { ...args } };
    const more = parentId === undefined ? { replays: true as const } : { line: 2 };
    await this.activity.emit(
      "tool_call_start",
      { ...data, ...more },
      { ...ABOUT, id: toolCallId, ...(parentId !== undefined && { parentId }) },
    );
  }

  async end(toolCallId: string, toolName: string, error?: ErrorInfo): Promise<void> {
    const [, parentId] = /^(.*)\/\d+$/.exec(toolCallId) ?? [];
    const isError = error !== undefined;
    const output = { type: "text" as const, text: "one\ntwo" };
    const result = { output, silent: false, async: false, isError, ...(isError && { error }) };
    await this.activity.emit(
      "tool_call_end",
      { toolCallId, toolName, success: !isError, durationMs: 1, result },
      { ...ABOUT, id: toolCallId, ...(parentId !== undefined && { parentId }) },
    );
  }
}

const REFUSED: ErrorInfo = { code: "policy_denied", type: "permission_error", message: "No." };

it("shows a program by its source and its calls by a line each, those that went wrong with the reason", async () => {
  let written = "";
  const played = new Played();
  played.activity.subscribe("*", new RunView(screen((text) => void (written += text))).show);
  await played.start("p", "run_code", { code: CODE });
  await played.start("p/0", "read", { path: "a.txt" });
  await played.start("p/1", "write", { file_path: "b.txt", content: "x" });
  await played.end("p/1", "write", REFUSED);
  await played.start("p/0/0", "ls", { path: "deep" });
  await played.end("p/0/0", "ls");
  await played.end("p/0", "read");
  await played.end("p", "run_code");
  await played.activity.sync();

  expect(written.trim()).toBe(`● run_code
  const all = [];
  for (const path of paths) all.push(await tools.read({ pat…
  return all.length;
  ✗ write b.txt · refused
  ● read a.txt
↳ run_code
  one
  two`);
});

it("shows fifty calls of one tool, and counts the others", async () => {
  let written = "";
  const played = new Played();
  played.activity.subscribe("*", new RunView(screen((text) => void (written += text))).show);
  await played.start("p", "run_code", { code: CODE });
  for (let n = 0; n < 70; n++) {
    await played.start(`p/${n}`, "read", { path: `${n}.txt` });
    await played.end(`p/${n}`, "read", n === 60 ? REFUSED : undefined);
  }
  await played.end("p", "run_code");
  await played.activity.sync();

  expect(written.match(/● read \d+\.txt/g)).toHaveLength(50);
  expect(written).toContain("● read ×70 · 69 ok, 1 refused");
});

it("tells how the last calls of a program stand, and of none that is no program's", async () => {
  const programs = new FollowedPrograms();
  const played = new Played();
  played.activity.subscribe("*", (event) => programs.add(event));
  await played.start("p", "run_code", { code: CODE });
  for (let n = 0; n < 10; n++) await played.start(`p/${n}`, "read", { path: `${n}.txt` });
  await played.start("q", "agent", { prompt: "x" });
  await played.start("q/0", "read", { path: "y" });
  await played.end("p/9", "read", REFUSED);
  await played.activity.sync();
  const looks = screen(() => undefined);

  expect(programs.last("p", 3).map((call) => runningCallLine(call, looks))).toEqual([
    "read 7.txt · runs",
    "read 8.txt · runs",
    "read 9.txt · refused",
  ]);
  expect([programs.around("q/0"), programs.question("q/0"), programs.open]).toEqual([undefined, undefined, ["p"]]);
  expect(programs.question("p/3")).toMatchObject({ number: 4, line: 2, othersWait: 0 });
});
