import { describe, expect, it } from "vitest";
import type { MaybePromise } from "../port/maybe-promise.ts";
import { atOnce, inTime, type Rule, told } from "./rule.ts";

function* sum(one: () => MaybePromise<number>, other: () => MaybePromise<number>): Rule<number> {
  return (yield* told(one())) + (yield* told(other()));
}

function* mended(statement: () => MaybePromise<number>): Rule<number | string> {
  try {
    return yield* told(statement());
  } catch (error) {
    return String(error);
  }
}

const fail = () => {
  throw new Error("The disk is full.");
};

describe("a rule of stores", () => {
  it("answers at once where its statements do", () => {
    expect(
      atOnce(
        sum(
          () => 1,
          () => 2,
        ),
      ),
    ).toBe(3);
  });

  it("is refused at once where a statement is answered later", () => {
    const run = () =>
      atOnce(
        sum(
          () => 1,
          async () => 2,
        ),
      );
    expect(run).toThrow("A statement of this store was answered later.");
  });

  it("waits for the statements that are answered later, one after the other", async () => {
    const asked: string[] = [];
    const one = async () => {
      asked.push("one");
      await Promise.resolve();
      asked.push("told");
      return 1;
    };
    const other = () => asked.push("other");
    expect(await inTime(sum(one, other))).toBe(4);
    expect(asked).toEqual(["one", "told", "other"]);
  });

  it("does all that needs no waiting before it gives a promise", () => {
    const asked: string[] = [];
    void inTime(
      sum(
        () => asked.push("one"),
        () => asked.push("other"),
      ),
    );
    expect(asked).toEqual(["one", "other"]);
  });

  it("fails, or goes on, where a statement fails", async () => {
    expect(() => atOnce(sum(fail, () => 2))).toThrow("The disk is full.");
    expect(atOnce(mended(fail))).toBe("Error: The disk is full.");
    const late = async () => fail();
    await expect(inTime(sum(() => 1, late))).rejects.toThrow("The disk is full.");
    expect(await inTime(mended(late))).toBe("Error: The disk is full.");
  });
});
