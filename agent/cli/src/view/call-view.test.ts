import { ActivityStream } from "@toolwright/core";
import { expect, it } from "vitest";
import { PlainScreen } from "../terminal/plain-screen.ts";
import type { CallViewOptions } from "./call-view.ts";
import { RunView } from "./run-view.ts";

const result = (text: string) => ({
  output: { type: "text" as const, text },
  silent: false,
  isError: false,
  async: false,
});

/** What a person reads of calls that agents make at the same time. */
async function shown(play: (stream: ActivityStream) => Promise<void>, options?: CallViewOptions): Promise<string> {
  let written = "";
  const screen = new PlainScreen({ isTTY: false, columns: 80, write: (text: string) => void (written += text) }, {});
  const activity = new ActivityStream();
  activity.subscribe("*", new RunView(screen, options).show);
  await play(activity);
  await activity.sync();
  return written.trim();
}

it("shows what a call does in the background below it, also after the run", async () => {
  const text = await shown(async (stream) => {
    const about = { runId: "r" };
    const args = { description: "look", prompt: "Look.", background: true };
    const call = { toolCallId: "a", toolName: "agent", success: true, durationMs: 1 };
    await stream.emit("tool_call_start", { ...call, arguments: args }, { ...about, id: "a" });
    await stream.emit(
      "tool_call_end",
      { ...call, result: { ...result("Works."), async: true } },
      { ...about, id: "a" },
    );
    await stream.emit("text_delta", { delta: "Meanwhile." }, about);
    const inner = { toolCallId: "a/1", toolName: "ls", success: true, durationMs: 1 };
    const below = { ...about, id: "a/1", parentId: "a" };
    await stream.emit("tool_call_start", { ...inner, arguments: { path: "d" } }, below);
    await stream.emit("tool_call_end", { ...inner, result: result("f.txt") }, below);
    const late = { toolCallId: "a", toolName: "agent", result: result("Done."), deliver: "both" as const };
    await stream.emit("async_result", late, { ...about, parentId: "a" });
  });
  expect(text).toBe(`● agent look prompt=Look. background=true
  Works.

Meanwhile.

↳ agent look
  ● ls d
    f.txt
! agent came back later: Done.`);
});

it("shows calls inside calls below the one that made them, whoever speaks last", async () => {
  const about = { runId: "r" };
  const text = await shown(async (stream) => {
    const start = (id: string, toolName: string, args: object, parentId?: string) =>
      stream.emit(
        "tool_call_start",
        { toolCallId: id, toolName, arguments: { ...args } },
        { ...about, id, ...(parentId && { parentId }) },
      );
    const chunk = (id: string, data: string) =>
      stream.emit("tool_output_chunk", { toolCallId: id, chunk: data }, { ...about, parentId: id });
    const end = (id: string, toolName: string, said: string) =>
      stream.emit(
        "tool_call_end",
        { toolCallId: id, toolName, success: true, durationMs: 1, result: result(said) },
        { ...about, id },
      );
    for (const one of ["a", "b"]) await start(one, "agent", { description: `look at ${one}`, prompt: "Look." });
    for (const one of ["a", "b"]) await start(`${one}/1`, "bash", { command: `ls ${one}` }, one);
    for (const line of ["one", "two"]) for (const one of ["a", "b"]) await chunk(`${one}/1`, `${line} of ${one}\n`);
    for (const one of ["a", "b"]) {
      await end(`${one}/1`, "bash", `one of ${one}\ntwo of ${one}\n[exit 0]`);
      await end(one, "agent", "1\n2\n3\n4\n5");
    }
  });
  expect(text).toBe(`● agent look at a prompt=Look.
  ● bash ls a
    one of a
● agent look at b prompt=Look.
  ● bash ls b
    one of b
↳ agent look at a
  ↳ bash ls a
    two of a
↳ agent look at b
  ↳ bash ls b
    two of b
↳ agent look at a
  ↳ bash ls a
    [exit 0]
↳ agent look at a
  1
  2
  3
  4
  5
↳ agent look at b
  ↳ bash ls b
    [exit 0]
↳ agent look at b
  1
  2
  3
  4
  5`);
});

it("says in red how a command came to a bad end, and quietly how it came to a good one", async () => {
  const ended = async (returnCode: number | null, signal: string | null, footer: string) => {
    let written = "";
    const stream = { isTTY: true, columns: 80, write: (text: string) => void (written += text) };
    const activity = new ActivityStream();
    activity.subscribe("*", new RunView(new PlainScreen(stream, {})).show);
    const call = { toolCallId: "a", toolName: "bash", success: true, durationMs: 1 };
    await activity.emit("tool_call_start", { ...call, arguments: { command: "make" } }, { runId: "r", id: "a" });
    const told = { ...result(`built\n${footer}`), artifact: { returnCode, signal } };
    await activity.emit("tool_call_end", { ...call, result: told }, { runId: "r", id: "a" });
    await activity.sync();
    return written.split("\n").slice(-3, -1);
  };
  const dim = (text: string) => `  \u001b[2m${text}\u001b[22m`;
  const red = (text: string) => `  \u001b[31m${text}\u001b[39m`;
  expect(await ended(0, null, "[exit 0]")).toEqual([dim("built"), dim("[exit 0]")]);
  expect(await ended(2, null, "[exit 2]")).toEqual([dim("built"), red("[exit 2]")]);
  expect(await ended(null, "SIGKILL", "[killed by SIGKILL]")).toEqual([dim("built"), red("[killed by SIGKILL]")]);
});

it("shows a plan as a list", async () => {
  const todos = [
    { content: "Look", status: "completed" },
    { content: "Mend\u001b[2J", status: "in_progress" },
    { content: "Test", status: "pending" },
    { content: "Ask", status: "cancelled" },
  ];
  const text = await shown(async (stream) => {
    const call = { toolCallId: "a", toolName: "write_todos", success: true, durationMs: 1 };
    await stream.emit("tool_call_start", { ...call, arguments: { todos } }, { runId: "r", id: "a" });
    const told = { ...result("4 todos."), silent: true, artifact: { todos } };
    await stream.emit("tool_call_end", { ...call, result: told }, { runId: "r", id: "a" });
  });
  expect(text.split("\n")).toEqual(["● write_todos", "  [x] Look", "  [>] Mend\\u{1b}[2J", "  [ ] Test", "  [-] Ask"]);
});

it.each([
  ["that was asked about is told in one line: the question has shown it", {}, ["  a.txt +1 −1"]],
  [
    "that a person has edited is shown as it became",
    { arguments: { file_path: "a.txt", content: "new\n" } },
    ["  a.txt +1 −1", "   1 - old", "   1 + new"],
  ],
])("a change %s", async (_, edited, lines) => {
  const about = { runId: "r", id: "a" };
  const args = { file_path: "a.txt", content: "new\n" };
  const call = { toolCallId: "a", toolName: "write", arguments: args };
  const hunks = [{ oldStart: 1, newStart: 1, text: "-old\n+new" }];
  const artifact = { diff: [{ path: "a.txt", change: "modified", hunks }] };
  const text = await shown(
    async (stream) => {
      await stream.emit("tool_call_start", call, about);
      const file = { path: "a.txt", change: "modified", added: 1, removed: 1, hunks } as const;
      const question = { ...call, approvalId: "q", expiresAt: 0, shows: { files: [file] } };
      await stream.emit("approval_request", question, about);
      await stream.emit("approval_decision", { toolCallId: "a", approvalId: "q", approve: true, ...edited }, about);
      const ended = { toolCallId: "a", toolName: "write", success: true, durationMs: 1 };
      await stream.emit("tool_call_end", { ...ended, result: { ...result("Written."), artifact } }, about);
    },
    { asksInFull: true },
  );
  expect(text.split("\n").slice(1)).toEqual(lines);
});

it("names a file that a call returned in one line, with its type, its size and what it is kept under", async () => {
  const sound = { type: "audio", mediaType: "audio/wav", name: "ring\n.wav", data: "UklGRg==", ref: "k2" } as const;
  const text = await shown(async (stream) => {
    const call = { toolCallId: "a", toolName: "ring", success: true, durationMs: 1 };
    await stream.emit("tool_call_start", { ...call, arguments: {} }, { runId: "r", id: "a" });
    const output = { type: "parts", parts: [sound] } as const;
    await stream.emit("tool_call_end", { ...call, result: { ...result(""), output } }, { runId: "r", id: "a" });
  });
  expect(text.split("\n").map((line) => line.trim())).toContain('[audio "ring_.wav", audio/wav, 4 bytes; ref=k2]');
  expect(text).not.toContain("UklG");
});
