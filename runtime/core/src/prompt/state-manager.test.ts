import { expect, it } from "vitest";
import { StateManager } from "./state-manager.ts";

it("the initial value counts once, and updaters are applied in order", () => {
  const state = new StateManager();
  const [first, set] = state.createStateAccessor("n", 10);
  set((before) => before + 5);
  set((before) => before * 2);
  const [second] = state.createStateAccessor("n", 99);
  expect([first, second, state.get("n"), state.has("n"), state.has("m")]).toEqual([10, 30, 30, true, false]);
  state.reset();
  expect(state.has("n")).toBe(false);
});

it("keys of Object.prototype are keys like any other, and undefined is a value", () => {
  const state = new StateManager();
  expect([state.has("constructor"), state.get("__proto__")]).toEqual([false, undefined]);
  const [, set] = state.createStateAccessor<number | undefined>("constructor", 1);
  set(undefined);
  expect(state.createStateAccessor<number | undefined>("constructor", 1)[0]).toBeUndefined();
});
