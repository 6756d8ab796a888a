import { afterAll, describe, expect, it } from "vitest";
import { TOOLS_MODULE } from "./support/tools-module.ts";
import { folder, jsonLines, removeFolders, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

const files = {
  "tools.mjs": TOOLS_MODULE,
  "s.json": [
    { text: "I try.", toolCalls: [{ id: "a", name: "note", arguments: { text: "x" } }] },
    { toolCalls: [{ name: "reveal", arguments: "" }] },
    { text: "End." },
  ],
};

async function run(more: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const args = ["run", "--json", "--model", "script:s.json", "--tools", "tools.mjs", ...more, "go"];
  const ended = await toolwright(args, { cwd: await folder(files), env });
  return { ...ended, events: jsonLines(ended.stdout) };
}

describe.concurrent("toolwright run --json", () => {
  it("prints every event on a line of its own, live ones too, in order, and done last", async () => {
    const { code, stderr, events } = await run();
    expect({ code, stderr }).toEqual({ code: 1, stderr: "nothing was changed\n" });
    const seqs = events.map(({ seq }) => Number(seq));
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
    const types = events.map(({ type }) => type);
    expect(types[0]).toBe("run_start");
    expect(types).toContain("text_delta");
    expect(types).toContain("tool_call_delta");
    expect(types.filter((type) => type === "done")).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ type: "done", data: { stopReason: "stop", iterations: 3, changed: false } });
  });

  it("never asks: without --yes an ask is denied", async () => {
    const { events } = await run();
    expect(endOf(events, "note")).toMatchObject({ success: false, result: { error: { code: "approval_denied" } } });
  });

  it("answers asks with --yes", async () => {
    const { events } = await run(["--yes", "--sandbox", "off"]);
    expect(endOf(events, "note")).toMatchObject({ success: true, result: { output: { text: "noted x" } } });
    expect(events.find(({ type }) => type === "approval_decision")).toMatchObject({ data: { approve: true } });
  });

  it("masks the keys of the environment in everything it prints", async () => {
    const { stdout, events } = await run([], { OPENAI_API_KEY: "wibble-wobble-12345" });
    expect(endOf(events, "reveal")).toMatchObject({ result: { output: { text: "key [secret:OPENAI_API_KEY]" } } });
    expect(stdout).not.toContain("wibble-wobble");
  });
});

function endOf(events: readonly Record<string, unknown>[], toolName: string) {
  const ends = events.filter(({ type }) => type === "tool_call_end").map(({ data }) => data);
  return ends.find((data) => (data as { toolName: string }).toolName === toolName);
}
