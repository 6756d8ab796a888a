import { expect, it } from "vitest";
import { Upkeep } from "./upkeep.ts";

it("waits a moment for more, and then does all of it in the order in which it came, what has the same name once", async () => {
  const upkeep = new Upkeep();
  const done: string[] = [];
  const began = performance.now();
  let waited = 0;
  const ended = new Promise<void>((resolve) => {
    const work = (name: string) => async () => {
      if (done.length === 0) waited = performance.now() - began;
      if (done.push(name) === 3) resolve();
      return false;
    };
    upkeep.add("one", work("early"));
    upkeep.add("two", work("two"));
    setTimeout(() => upkeep.add("one", work("one")), 10);
    setTimeout(() => upkeep.add("three", work("three")), 20);
  });
  await ended;
  expect(done).toEqual(["one", "two", "three"]);
  expect(waited).toBeGreaterThan(25);
});
