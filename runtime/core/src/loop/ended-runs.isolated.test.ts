import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { toolOf } from "../../test/making.ts";
import { WrittenModel } from "../../test/support.ts";
import type { CompletionStreamParams } from "../index.ts";
import { ActivityStream, runToolLoop, secret } from "../index.ts";
import { Run } from "./run.ts";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

const RUNS = 40;
const STEPS = 20;
const tool = toolOf("tool", async (input) => JSON.stringify(input), { effects: "read" });
const answers = (request: number) =>
  request < STEPS ? { calls: [{ name: "tool", args: { request } }] } : { text: "end" };

/** What the last request of a run held: the newest message of its history. */
class Watched extends WrittenModel {
  last = new WeakRef<object>({});

  override completionStream(params: CompletionStreamParams) {
    this.last = new WeakRef(params.messages.at(-1) ?? {});
    const completion = super.completionStream(params);
    this.requests.length = Math.min(this.requests.length, 1);
    return completion;
  }
}

it("nothing that outlives a run holds it: no stream, listener, tool, signal or list of secrets", async () => {
  const activity = new ActivityStream();
  activity.subscribe("*", () => undefined);
  const shared = {
    tools: [tool],
    activity,
    secrets: [secret("name", "correct-horse-battery-staple")],
    signal: new AbortController().signal,
  };
  const held: WeakRef<object>[] = [];
  for (let run = 0; run < RUNS; run++) {
    let request = 0;
    const model = new Watched(() => answers(request++));
    await runToolLoop({ ...shared, model }, [{ role: "user", content: "go" }]);
    held.push(model.last);
  }
  // A busy machine lets go of the last runs when it comes to it; what holds a run never does.
  const left = () => {
    collect();
    return held.filter((last) => last.deref() !== undefined).length;
  };
  await expect.poll(left).toBeLessThan(3);
});

it("what a run remembers refers to the run and to no closure over it, which engines keep far longer", async () => {
  const config = { model: new WrittenModel([]), tools: [tool] };
  const run = await Run.create({ config, messages: [], conversation: undefined, runId: "run" });
  expect(run.memory.run).toBe(run);
  expect(Object.values(run.memory).filter((kept) => typeof kept === "function")).toEqual([]);
});
