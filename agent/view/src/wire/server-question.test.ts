import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAnswer } from "./read-answer.ts";
import { serverQuestion } from "./server-question.ts";

const asked = (fields: readonly object[]) => ({ server: "hell", tool: "echo", message: "Who?", fields });
const field = (more: object) => {
  const question = serverQuestion("mcp_question", asked([{ name: "a", kind: "text", required: false, ...more }]));
  const [first] = question?.fields ?? [];
  if (first === undefined) throw new Error("no field");
  return first;
};
const choices = [
  { value: "r", label: "Red" },
  { value: "b", label: "Blue" },
];

describe("a question of a server", () => {
  it("is a call of one name, with everything that a question has", () => {
    expect(serverQuestion("mcp_question", asked([]))).toMatchObject({ server: "hell", tool: "echo", fields: [] });
    expect(serverQuestion("bash", asked([]))).toBeUndefined();
    expect(serverQuestion("mcp_question", { server: "hell" })).toBeUndefined();
    expect(serverQuestion("mcp_question", asked([{ name: "a", kind: "colour" }]))).toBeUndefined();
  });

  it("never throws, whatever it is", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (args, typed) => {
        for (const one of serverQuestion("mcp_question", args)?.fields ?? []) readAnswer(one, typed);
        serverQuestion("mcp_question", asked([Object(args)]));
      }),
    );
  });
});

describe("what is filled in", () => {
  it.each<[object, string, unknown]>([
    [{}, "Ada", "Ada"],
    [{}, "", undefined],
    [{ initial: "Bob" }, "", "Bob"],
    [{ kind: "integer" }, "7", 7],
    [{ kind: "number" }, " 1.5 ", 1.5],
    [{ kind: "yes_no" }, "Y", true],
    [{ kind: "yes_no", initial: true }, "no", false],
    [{ kind: "choice", choices }, "2", "b"],
    [{ kind: "choice", choices }, "red", "r"],
    [{ kind: "choices", choices }, "1, Blue", ["r", "b"]],
  ])("%j takes %j as %j", (of, typed, value) => {
    expect(readAnswer(field(of), typed)).toEqual({ ok: true, value });
  });

  it.each<[object, string, string]>([
    [{ required: true }, "", "It must be filled in."],
    [{ kind: "integer" }, "7.5", "It must be a whole number."],
    [{ kind: "number" }, "seven", "It must be a number."],
    [{ kind: "number", maximum: 5 }, "7", "It must be at most 5."],
    [{ minLength: 3 }, "a", "It must be at least 3 characters."],
    [{ kind: "yes_no" }, "perhaps", "It must be yes or no."],
    [{ kind: "choice", choices }, "3", "It must be one of the choices."],
    [{ kind: "choices", choices, maxItems: 1 }, "1,2", "It must be at most 1 of them."],
  ])("%j refuses %j: %s", (of, typed, problem) => {
    expect(readAnswer(field(of), typed)).toEqual({ ok: false, problem });
  });
});
