import { describe, expect, it } from "vitest";
import { runnerOf, toolOf } from "../../test/making.ts";

const fail = () => Promise.reject(new Error("broken"));

describe("errorOutput", () => {
  it("takes the place of the line of a call that failed or was refused, and of no other", async () => {
    const errorOutput = ({ code, message }: { code: string; message: string }) => ({ code, message });
    const { runner } = runnerOf([
      toolOf("fails", fail, { errorOutput }),
      toolOf("late", () => new Promise(() => undefined), { errorOutput, timeoutMs: 20 }),
      toolOf("works", () => "fine", { errorOutput }),
      toolOf("picky", () => "", { errorOutput, input: { type: "object", required: ["n"] } }),
    ]);
    const outputs = [];
    for (const name of ["fails", "late", "works", "picky"]) {
      outputs.push((await runner.exec({ name, arguments: {} })).result.output);
    }
    expect(outputs).toEqual([
      { type: "json", value: { code: "execution_failed", message: "broken" } },
      { type: "json", value: { code: "timeout", message: expect.any(String) } },
      { type: "text", text: "fine" },
      { type: "json", value: { code: "invalid_arguments", message: "/n: missing." } },
    ]);
  });

  it("that throws leaves the line", async () => {
    const errorOutput = () => {
      throw new Error("worse");
    };
    const { runner } = runnerOf([toolOf("fails", fail, { errorOutput })]);
    const { result } = await runner.exec({ name: "fails", arguments: {} });
    expect(result.output).toEqual({ type: "text", text: "Error executing tool: broken" });
  });
});
