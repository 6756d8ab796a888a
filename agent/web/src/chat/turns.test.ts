import { expect, it } from "vitest";
import { Turns } from "./turns.ts";

it("gives one turn in each frame, to who came last first, and none to who does not wait any more", async () => {
  const turns = new Turns();
  const frames: string[][] = [[]];
  await new Promise<void>((resolve) => {
    const take = (name: string) => () => {
      frames.at(-1)?.push(name);
      setTimeout(() => frames.push([]));
      if (name === "a") resolve();
    };
    turns.wait(take("a"));
    const leave = turns.wait(take("b"));
    turns.wait(take("c"));
    leave();
  });
  expect(frames).toEqual([["c"], ["a"]]);
});
