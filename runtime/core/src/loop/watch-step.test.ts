import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type Answer, KeptLog, WrittenModel } from "../../test/support.ts";
import { defineTool } from "../faces/define-tool.ts";
import type { ModelPort } from "../model/model-port.ts";
import { secret } from "../secrets/secret.ts";
import type { ModelObserver } from "./model-observer.ts";
import { runToolLoop } from "./tool-loop.ts";

const tool = defineTool({ name: "t", description: "", input: z.object({}), execute: () => "ran" });

interface Heard {
  readonly step: number;
  readonly said: string[];
}

function listening(): { readonly heard: Heard[]; readonly observer: ModelObserver } {
  const heard: Heard[] = [];
  const observer: ModelObserver = ({ step }) => {
    const said: string[] = [];
    heard.push({ step, said });
    return {
      ended: ({ finishReason }) => said.push(finishReason),
      settled: (calls) => said.push(`${calls.length} calls`),
    };
  };
  return { heard, observer };
}

async function heardOf(model: ModelPort): Promise<Heard[]> {
  const { heard, observer } = listening();
  await runToolLoop({ model, tools: [tool], observer }, [{ role: "user", content: "x" }]);
  return heard;
}

describe("an observer of model calls", () => {
  it("hears the end of every call once, and then what its calls came to", async () => {
    const answers: Answer[] = [{ calls: [{ name: "t" }, { name: "gone" }] }, { text: "end" }];
    expect(await heardOf(new WrittenModel(answers))).toEqual([
      { step: 0, said: ["tool_calls", "2 calls"] },
      { step: 1, said: ["stop", "0 calls"] },
    ]);
  });

  it.each<[string, ModelPort]>([
    ["ends in an error", new WrittenModel([{ finishReason: "error" }])],
    [
      "throws",
      {
        name: "throws",
        completionStream() {
          throw new Error("broken");
        },
      },
    ],
    [
      "rejects",
      {
        name: "rejects",
        completionStream: () => ({ stream: (async function* () {})(), final: Promise.reject(new Error("broken")) }),
      },
    ],
  ])("hears of a model that %s", async (_how, model) => {
    expect(await heardOf(model)).toEqual([{ step: 0, said: ["error", "0 calls"] }]);
  });

  it("hears of a call that was stopped", async () => {
    const { heard, observer } = listening();
    const controller = new AbortController();
    const model: ModelPort = {
      name: "slow",
      completionStream() {
        queueMicrotask(() => controller.abort());
        return { stream: (async function* () {})(), final: new Promise(() => undefined) };
      },
    };
    await runToolLoop({ model, observer, signal: controller.signal }, [{ role: "user", content: "x" }]);
    expect(heard).toEqual([{ step: 0, said: ["error", "0 calls"] }]);
  });

  it("cannot fail the run", async () => {
    const log = new KeptLog();
    const observer: ModelObserver = () => {
      throw new Error("broken observer");
    };
    const model = new WrittenModel([{ text: "end" }]);
    const { stopReason } = await runToolLoop({ model, observer, logger: log }, [{ role: "user", content: "x" }]);
    expect(stopReason).toBe("stop");
    expect(JSON.stringify(log)).toContain("The observer of model calls failed");
  });

  it("cannot fail the run later either", async () => {
    const log = new KeptLog();
    const fails = async () => {
      throw new Error("broken watch");
    };
    const observer: ModelObserver = () => ({ ended: fails, settled: fails });
    await runToolLoop({ model: new WrittenModel([{ text: "end" }]), observer, logger: log }, []);
    expect(log.lines.filter((line) => line.includes("broken watch"))).toHaveLength(2);
  });

  it("sees no secret of the request or of the answer", async () => {
    const password = "hunter2-hunter2";
    const seen: unknown[] = [];
    const observer: ModelObserver = (call) => {
      seen.push(call.params.messages);
      return { ended: (completion) => seen.push(completion), settled: (calls) => seen.push(calls) };
    };
    const model = new WrittenModel([
      { text: `it is ${password}`, calls: [{ name: "t", args: { p: password } }] },
      { text: "end" },
    ]);
    const config = { model, tools: [tool], observer, secrets: [secret("password", password)] };
    await runToolLoop(config, [{ role: "user", content: `use ${password}` }]);
    expect(JSON.stringify(seen)).toContain("[secret:password]");
    expect(JSON.stringify(seen)).not.toContain(password);
  });
});
