import {
  ActivityStream,
  asyncResult,
  errorResult,
  newToolResult,
  runToolLoop,
  silentResult,
  ToolRegistry,
  toolResult,
  userResult,
} from "@toolwright/core";
import { fromChatProvider } from "@toolwright/models";
import { describe, expect, it } from "vitest";

import { logger, named, providing, user, wire } from "./trying.ts";

describe("results", () => {
  it.each([
    [newToolResult("File saved"), { for_llm: "File saved", silent: false, is_error: false, async: false }],
    [silentResult("quiet"), { for_llm: "quiet", silent: true, is_error: false, async: false }],
    [asyncResult("Task started"), { for_llm: "Task started", silent: false, is_error: false, async: true }],
    [errorResult("failed"), { for_llm: "failed", silent: false, is_error: true, async: false }],
    [userResult("both"), { for_llm: "both", for_user: "both", silent: false, is_error: false, async: false }],
    [newToolResult(""), { for_llm: "", silent: false, is_error: false, async: false }],
    [
      errorResult("failed").withError(new Error("secret detail")),
      { for_llm: "failed", silent: false, is_error: true, async: false },
    ],
  ])("are written as the document's JSON", (result, json) => {
    expect(JSON.parse(JSON.stringify(result))).toEqual(json);
    expect(result.forLLM).toBe(json.for_llm);
  });

  it("chain", () => {
    const [error, result] = [new Error("disk"), errorResult("failed")];
    expect([
      result.withError(error) === result,
      result.err,
      result.isError,
      newToolResult("fine").withError(error).isError,
    ]).toEqual([true, error, true, false]);
  });

  it("without a text say what the error says", async () => {
    const registry = new ToolRegistry([named("a", () => errorResult("").withError(new Error("the reason")))]);
    expect((await registry.execute("a", {}, { logger })).forLLM).toBe("the reason");
  });

  it("with an attached error stay successes for everybody", async () => {
    const activity = new ActivityStream();
    const ends: boolean[] = [];
    activity.subscribe("tool_call_end", ({ data }) => ends.push(data.success));
    const { provider, asked } = providing(wire("a"));
    await runToolLoop(
      {
        model: fromChatProvider(provider),
        tools: new ToolRegistry([named("a", () => toolResult("fine").withError(new Error("x")))]),
        activity,
        logger,
      },
      [user],
    );
    expect([ends, asked[1]?.messages.at(-1)]).toEqual([
      [true],
      { role: "tool", tool_call_id: "call_abc123", content: "fine" },
    ]);
  });
});
