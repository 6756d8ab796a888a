import { expect, it } from "vitest";
import { WrittenModel } from "../../test/support.ts";
import { streamToolLoop } from "../loop/stream-tool-loop.ts";

it("a second reader of a run's events is told that there was a first", async () => {
  const { events, final } = streamToolLoop({ model: new WrittenModel([{ text: "Hello." }]) }, []);
  const types: string[] = [];
  for await (const { type } of events) types.push(type);
  expect(types.at(-1)).toBe("done");
  const again = async () => {
    for await (const _ of events) types.push("again");
  };
  await expect(again()).rejects.toThrow("The events of a run can be read once");
  expect(types).not.toContain("again");
  expect((await final).stopReason).toBe("stop");
});
