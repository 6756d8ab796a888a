import { expect, it } from "vitest";
import { WrittenModel } from "../../test/support.ts";
import { runToolLoop } from "../loop/tool-loop.ts";
import { toModelPort } from "./model-adapter.ts";

const sdkModel = { specificationVersion: "v4", provider: "openai", modelId: "gpt-5" };

it("a model port stays itself; a model of the AI SDK goes through the adapter that was passed in", () => {
  const port = new WrittenModel([]);
  expect(toModelPort(port, undefined)).toBe(port);
  const adapt = ({ modelId }: typeof sdkModel) => ({
    name: modelId,
    completionStream: port.completionStream.bind(port),
  });
  expect(toModelPort(sdkModel, adapt).name).toBe("gpt-5");
});

it.each([
  [sdkModel, /^A model of the AI SDK \(openai\/gpt-5\) needs its adapter: createAiSdkModel\(model\)/],
  [
    "gpt-5",
    /^"gpt-5" is the name of a model, not a model: createOpenAiCompatibleModel\(\{ baseUrl, apiKey, model: "gpt-5" \}\)/,
  ],
  [{ chat: () => undefined }, /fromChatProvider\(provider\)/],
  [() => undefined, /^A function is no model/],
  [{}, /^A model must have completionStream/],
  [null, /^A model must have completionStream/],
  [undefined, /^A model must have completionStream/],
])("what is no model is named with its adapter, wherever a model is given: %j", async (wrong, message) => {
  expect(() => Reflect.apply(toModelPort, undefined, [wrong])).toThrow(message);
  const quiet = { debug() {}, info() {}, warn() {}, error() {} };
  const result = await Reflect.apply(runToolLoop, undefined, [{ model: wrong, logger: quiet }, []]);
  expect(result).toMatchObject({ stopReason: "error", error: { message: expect.stringMatching(message) } });
});
