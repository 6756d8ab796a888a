import { expect, it } from "vitest";
import { WrittenModel } from "../../test/support.ts";
import { registerModelAdapter, toModelPort } from "./model-adapter.ts";

const sdkModel = { specificationVersion: "v3", provider: "openai", modelId: "gpt-5" };

it("a model port stays itself; a model of the AI SDK goes through the adapter, or says what is missing", () => {
  const port = new WrittenModel([]);
  expect(toModelPort(port)).toBe(port);
  for (const wrong of [{}, "gpt-5", null, undefined, () => port]) {
    expect(() => Reflect.apply(toModelPort, undefined, [wrong])).toThrow("A model must have completionStream");
  }
  registerModelAdapter((model) => ({ ...port, name: model.modelId, completionStream: port.completionStream }));
  expect(toModelPort(sdkModel).name).toBe("gpt-5");
});
