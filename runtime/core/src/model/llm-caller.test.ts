import { describe, expect, it } from "vitest";
import { checkCaller, type GraphLlmCaller, type LlmCaller } from "./llm-caller.ts";

describe("checkCaller", () => {
  it("takes a caller with none, and one with all, of the graph's fields", () => {
    const plain: LlmCaller = { requestId: "r" };
    const graph: GraphLlmCaller = { requestId: "r", graphRunId: "g", graphName: "chat", graphVersion: "1" };
    expect([checkCaller(plain), checkCaller(graph)]).toEqual([plain, graph]);
  });

  it("does not compile, and throws, with some of them", () => {
    // @ts-expect-error: a graph's run needs its name and version
    const partial: GraphLlmCaller = { requestId: "r", graphRunId: "g" };
    expect(() => checkCaller(partial)).toThrow("graphName and graphVersion is missing");
    // @ts-expect-error: a plain caller has no graph's run
    const mixed: LlmCaller = { requestId: "r", graphRunId: "g" };
    expect(() => checkCaller(mixed)).toThrow(TypeError);
  });

  it("throws without a request's id", () => {
    expect(() => checkCaller({ requestId: "" })).toThrow("requestId");
    expect(() => checkCaller(JSON.parse("null"))).toThrow("requestId");
  });
});
