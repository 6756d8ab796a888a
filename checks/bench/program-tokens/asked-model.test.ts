import { scripted } from "@toolwright/core/testing";
import { describe, expect, it } from "vitest";
import { askModel, hasAll } from "./asked-model.ts";
import { QUESTIONS } from "./questions.ts";
import { TASKS } from "./tasks.ts";

const question = (name: string) => QUESTIONS.find((each) => each.name === name) ?? QUESTIONS[0];

async function asked(name: string, programs: readonly string[], text = "That is all.") {
  const calls = programs.map((code) => ({ toolCalls: [{ name: "run_code", arguments: { code } }] }));
  const one = question(name);
  if (one === undefined) throw new Error("There are no questions.");
  return askModel({ model: scripted([...calls, { text }]) }, one);
}

describe("a question that a model answers by programs", () => {
  it.each(TASKS)("is right by the program of the tape: $name", async ({ name, program }) => {
    expect(await asked(name, [program])).toMatchObject({ firstParsed: true, firstRan: true, firstRight: true });
  });

  it("counts a program that does not parse, and one that fails, as what they are", async () => {
    const [none, failed] = ["return tools.(", "return tools.get_price({ article: 7 })"];
    const fell = { firstParsed: false, firstRan: false, firstRight: false };
    expect(await asked("people of a role", [none, "return 7"])).toMatchObject({ ...fell, programs: 2, right: true });
    expect(await asked("people of a role", [failed])).toMatchObject({ ...fell, firstParsed: true, right: false });
  });

  it("is right by the answer alone, and wrong where a write was made twice or not at all", async () => {
    expect(await asked("people of a role", [], "There are 7.")).toMatchObject({ programs: 0, right: true });
    const [, , writes] = TASKS;
    const again = `await tools.set_price({ article: "lamp", euros: 50 });\n${writes?.program}`;
    expect(await asked("three writes behind a check", [again])).toMatchObject({ firstRan: true, right: false });
    expect(await asked("three writes behind a check", [], "Lamp 50, desk 100, chair 150.")).toMatchObject({
      right: false,
    });
  });

  it("looks for whole words", () => {
    expect(hasAll("They spent 1,040 euros.", [1_040])).toBe(true);
    expect(hasAll("They spent 11040 euros.", [1_040])).toBe(false);
    expect(hasAll("It is Customer 12.", ["Customer 1"])).toBe(false);
  });
});
