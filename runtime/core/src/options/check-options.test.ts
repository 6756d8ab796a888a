import { describe, expect, it } from "vitest";
import { checkOptions, shownValue } from "./check-options.ts";
import { aBoolean, aCount, aText, either, milliseconds, oneOf, withFunctions } from "./option-rules.ts";

interface Example {
  readonly name: string;
  readonly requiresConfirmation?: boolean;
  readonly timeoutMs?: number;
  readonly effects?: "read" | "write";
  readonly maxIterations?: number;
  readonly apiKey?: string;
  readonly logger?: object;
}

const check = (options: unknown) => {
  try {
    checkOptions<Example>(options, {
      of: "Tool pay",
      rules: {
        name: aText,
        requiresConfirmation: aBoolean,
        timeoutMs: milliseconds,
        effects: oneOf("read", "write"),
        maxIterations: either(aCount(0), oneOf(false)),
        apiKey: either(withFunctions("a function"), milliseconds),
        logger: withFunctions("a logger: { warn(message), error(message) }", "warn", "error"),
      },
      otherNames: { needsApproval: "requiresConfirmation", maxSteps: "maxIterations" },
      needed: ["name"],
    });
    return "fits";
  } catch (error) {
    return error instanceof TypeError ? error.message : "no TypeError";
  }
};

describe("checkOptions", () => {
  it.each([
    [{ name: "x", requiresConfirmation: true, timeoutMs: 5, effects: "read", maxIterations: 0 }, "fits"],
    [{ name: "x", timeoutMs: undefined, logger: console }, "fits"],
    [
      { name: "x", needsApproval: true },
      'Tool pay: there is no option "needsApproval"; here it is requiresConfirmation.',
    ],
    [{ name: "x", MaxSteps: 3 }, 'Tool pay: there is no option "MaxSteps"; here it is maxIterations.'],
    [{ name: "x", timeoutMS: 5 }, 'Tool pay: there is no option "timeoutMS"; did you mean timeoutMs?'],
    [
      { name: "x", zzzz: 1 },
      'Tool pay: there is no option "zzzz"; the options are name, requiresConfirmation, timeoutMs, effects, maxIterations, apiKey, logger.',
    ],
    [{ name: "x", toString: 1 }, /^Tool pay: there is no option "toString"; /],
    [
      { name: "x", timeoutMs: "5s" },
      'Tool pay: timeoutMs must be a number of milliseconds above 0, such as 5000, got "5s".',
    ],
    [{ name: "x", timeoutMs: Number.NaN }, /got NaN\.$/],
    [{ name: "x", effects: "readonly" }, 'Tool pay: effects must be "read" or "write", got "readonly".'],
    [
      { name: "x", maxIterations: 1.5 },
      "Tool pay: maxIterations must be a whole number of at least 0, or false, got 1.5.",
    ],
    [
      { name: "x", logger: { warn: 1 } },
      "Tool pay: logger must be a logger: { warn(message), error(message) }, got { warn }.",
    ],
    [{ requiresConfirmation: true }, "Tool pay: name is missing; it must be a string."],
    [{ name: "x", apiKey: "sk-123" }, /got another string\.$/],
    [undefined, "Tool pay takes an object of options, got undefined."],
    [[1], "Tool pay takes an object of options, got an array of 1."],
    [Promise.resolve({ name: "x" }), "Tool pay takes an object of options, got a Promise."],
    [new Map([["name", "x"]]), "Tool pay takes an object of options, got a Map."],
  ])("%o", (options, expected) => {
    expect(check(options)).toMatch(expected);
    if (typeof expected === "string") expect(check(options)).toBe(expected);
  });

  it("sees what a spread, a class or a prototype brings", () => {
    class Options {
      name = "x";
      needsApproval = true;
    }
    expect(check(new Options())).toContain("requiresConfirmation");
    expect(check(Object.create({ name: "x", needsApproval: true }))).toContain("requiresConfirmation");
  });
});

it("shows a value in few words", () => {
  const shown = [null, "a".repeat(100), 1n, Symbol("s"), [], new Map(), { a: 1 }, {}, check].map(shownValue);
  expect(shown).toEqual([
    "null",
    `"${"a".repeat(59)}…`,
    "1",
    "Symbol(s)",
    "an empty array",
    "a Map",
    "{ a }",
    "{}",
    "the function check",
  ]);
});
