import { expect, it } from "vitest";
import { answerCommand } from "./answer-command.ts";

const WRITTEN = [{ name: "review-all", about: "Looks at a change.", takes: "[words]" }];

const answer = (message: string, width = 80): Promise<readonly string[] | undefined> =>
  Reflect.apply(answerCommand, undefined, [
    message,
    { options: { written: WRITTEN, foundation: {} }, screen: { width } },
  ]);

it("is broken between words, with what a command does in a column", async () => {
  for (const width of [36, 60, 100]) {
    const lines = (await answer("/help", width)) ?? [];
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
    const text = lines.join(" ").replace(/ +/g, " ");
    expect(text).toContain("/review-all [words]");
    expect(text).toContain("such as openai:gpt-5 or ollama:qwen3");
    const isBelow = (line: string) => line.startsWith(" ".repeat(width < 48 ? 4 : 27));
    expect(lines.filter(isBelow).length).toBeGreaterThan(0);
  }
});

it("names the command that was meant", async () => {
  expect(await answer("/cots")).toEqual(["There is no /cots. Did you mean /cost? /help lists what there is."]);
  expect(await answer("/modle gpt-5")).toEqual(["There is no /modle. Did you mean /model? /help lists what there is."]);
  expect(await answer("/reviewall x")).toEqual([
    "There is no /reviewall. Did you mean /review-all? /help lists what there is.",
  ]);
  expect(await answer("/zzzzzz is a word")).toBeUndefined();
  expect(await answer("/zzzzzz")).toEqual(["There is no /zzzzzz. /help lists what there is."]);
  expect(await answer("/etc/hosts")).toBeUndefined();
});
