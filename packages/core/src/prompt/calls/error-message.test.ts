import { describe, expect, it } from "vitest";
import { errorMessage } from "./error-message.ts";
import { executeWithCallbacks } from "./execute-with-callbacks.ts";

describe("the text of what was thrown", () => {
  it.each([
    [new Error("failed"), "failed"],
    [new Error(""), "Error"],
    ["boom", "boom"],
    [42, "42"],
    [null, "null"],
    [undefined, "undefined"],
    [{ message: "obj" }, "obj"],
  ])("%o reads as %s", async (thrown, text) => {
    expect(errorMessage(thrown)).toBe(text);
    const outcome = executeWithCallbacks(() => Promise.reject(thrown), {}, {});
    await expect(outcome).resolves.toEqual({ error: text });
  });

  it("a value whose message cannot be read is still a text", () => {
    const throwing = {
      get message(): string {
        throw new Error("no");
      },
    };
    expect(errorMessage(throwing)).toBe("Unknown error");
    expect(errorMessage(Object.create(null))).toBe("Unknown error");
  });
});
