import { describe, expect, it } from "vitest";
import { createCollection } from "./definition-store.ts";
import { type EffectContext, EffectsManager, StepChanges } from "./effects.ts";

/** Passes over a manager: what ran in each. */
function passes() {
  const manager = new EffectsManager();
  let ran: string[] = [];
  const effect = (name: string, dependencies?: readonly unknown[], key?: string) =>
    manager.register(async () => void ran.push(name), dependencies, key);
  const pass = async (register: () => void) => {
    ran = [];
    manager.clearEffects();
    register();
    await manager.process(context(0), new StepChanges().modify);
    return ran;
  };
  return { manager, effect, pass };
}

function context(stepNumber: number): EffectContext {
  const none = createCollection<never>([]);
  return { messages: [], tools: none, systems: none, variables: none, lastTool: null, stepNumber };
}

it("says of what is no function that it is no effect", () => {
  const effects = new EffectsManager();
  expect(() => effects.register(JSON.parse("null"))).toThrow(new TypeError("An effect is a function."));
});

describe("EffectsManager", () => {
  it("runs an effect without dependencies always, with [] once, with others when they change", async () => {
    const { effect, pass } = passes();
    const seen = [];
    for (const counter of [1, 1, 2]) {
      seen.push(
        await pass(() => {
          effect("always");
          effect("once", []);
          effect("counter", [counter]);
        }),
      );
    }
    expect(seen).toEqual([["always", "once", "counter"], ["always"], ["always", "counter"]]);
  });

  it("compares objects by identity, definitions by their tag, and counts a longer list as changed", async () => {
    const { effect, pass } = passes();
    const [list, tag] = [[1], () => ({ valueOf: () => "<t>" })];
    expect(await pass(() => effect("e", [list, tag()]))).toEqual(["e"]);
    expect(await pass(() => effect("e", [list, tag()]))).toEqual([]);
    expect(await pass(() => effect("e", [[1], tag()]))).toEqual(["e"]);
    expect(await pass(() => effect("e", [[1], tag(), undefined]))).toEqual(["e"]);
  });

  it("a conditional effect with a key does not shift the others; without one it would", async () => {
    const { effect, pass } = passes();
    const both = (isThere: boolean, key?: string) => () => {
      if (isThere) effect("conditional", ["c"], key);
      effect("steady", ["s"]);
    };
    expect(await pass(both(true, "k"))).toEqual(["conditional", "steady"]);
    expect(await pass(both(false, "k"))).toEqual([]);
    expect(await pass(both(true, "k"))).toEqual([]);
    const unkeyed = passes();
    const shifting = (isThere: boolean) => () => {
      if (isThere) unkeyed.effect("conditional", ["c"]);
      unkeyed.effect("steady", ["s"]);
    };
    await unkeyed.pass(shifting(true));
    expect(await unkeyed.pass(shifting(false))).toEqual(["steady"]);
  });

  it("forgets dependencies only when it is reset", async () => {
    const { manager, effect, pass } = passes();
    await pass(() => effect("once", []));
    expect(manager.getEffects()).toHaveLength(1);
    manager.reset();
    expect(manager.getEffects()).toHaveLength(0);
    expect(await pass(() => effect("once", []))).toEqual(["once"]);
  });
});
