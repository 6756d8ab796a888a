import { defineTool, type Tool } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { ran } from "./ran.test-data.ts";

const read = defineTool({
  name: "look",
  description: "Looks.",
  input: { type: "object" },
  effects: "read",
  execute: () => "seen",
});

/** A write that stops the run while it goes on, and does or does not listen to that. */
function paying(stop: () => void, listens: boolean): Tool {
  return defineTool({
    name: "pay",
    description: "Pays.",
    input: { type: "object" },
    effects: "external",
    execute: (_input, { signal }) =>
      new Promise<string>((_resolve, reject) => {
        if (listens) signal.addEventListener("abort", () => reject(new Error("cut off")));
        setTimeout(stop, 20);
      }),
  });
}

describe("a program whose run is stopped", () => {
  it.each([true, false])("says which calls it made; the write that runs listens: %s", async (listens) => {
    const run = new AbortController();
    const code = `await Promise.all([tools.look({}), tools.look({})]); await Promise.all([tools.pay({}), tools.pay({})]);`;
    const { said, stopReason } = await ran(code, [read, paying(() => run.abort(), listens)], { signal: run.signal });
    expect(stopReason).toBe("aborted");
    expect(said).toMatch(
      /The program was stopped\. 4 calls were made: (pay outcome unknown, pay not run|pay not run, pay outcome unknown), look ×2 ok\.$/,
    );
  });

  it("says so in the middle of computing, too", async () => {
    const run = new AbortController();
    const looking = defineTool({
      ...{ name: "look", description: "Looks.", input: { type: "object" }, effects: "read" },
      execute: () => void setTimeout(() => run.abort(), 100),
    });
    const { said } = await ran("await tools.look({}); for (;;) {}", [looking], { signal: run.signal });
    expect(said).toMatch(/The program was stopped\. 1 call was made: look ok\.$/);
  });
});
