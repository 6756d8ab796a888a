import { existsSync, readFileSync } from "node:fs";
import { type PromptFunction, type PromptStep, runPrompt } from "@toolwright/core/prompt";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { createLiteLlmModel } from "../src/index.ts";
import { type AnswerServer, startServer } from "./support/answer-server.ts";

const folder = new URL("../../../../shared/data/streams/", import.meta.url);
const isHere = existsSync(folder);
const city = z.object({ location: z.string() });

let server: AnswerServer | undefined;
afterEach(() => server?.close());

/** A run against a server that answers its requests with what real providers once streamed. */
async function replay(recordings: readonly string[], promptFunction: PromptFunction) {
  const bodies: { messages: unknown[]; tools?: { function: { name: string } }[] }[] = [];
  server = await startServer((_request, response, body) => {
    const recording = recordings[bodies.length] ?? "mistral--mistral-text";
    bodies.push(JSON.parse(body));
    const lines = readFileSync(new URL(`${recording}.chunks.txt`, folder), "utf8").split("\n");
    response.setHeader("content-type", "text/event-stream");
    for (const line of lines) if (line.trim() !== "") response.write(`data: ${line}\n\n`);
    response.end("data: [DONE]\n\n");
  });
  const model = createLiteLlmModel({ baseUrl: server.baseUrl, model: "recorded" });
  const { result, prompt } = await runPrompt(promptFunction, { model });
  return { text: await result.text, steps: prompt.steps, bodies };
}

function newestResult(step: PromptStep | undefined): unknown {
  const message = step?.input.prompt.findLast(({ role }) => role === "tool");
  return message?.role === "tool" ? message.content[0]?.result : undefined;
}

describe("defTool with recorded answers of real models over HTTP", () => {
  it.skipIf(isHere)("is skipped: the folder shared/data/streams is not beside the repository", () => {});

  it.skipIf(!isHere)("DeepSeek's call, streamed in pieces, runs a tool with its hooks", async () => {
    const onSuccess = vi.fn();
    const { text, steps, bodies } = await replay(["deepseek--deepseek-tool-call"], ({ defTool, $ }) => {
      defTool("weather", "The weather.", city, ({ location }) => ({ location, sky: "clear" }), { onSuccess });
      $`How is the weather?`;
    });
    const answer = { location: "San Francisco", sky: "clear" };
    expect(onSuccess).toHaveBeenCalledExactlyOnceWith({ location: "San Francisco" }, answer);
    expect(newestResult(steps[1])).toEqual(answer);
    expect(bodies[1]?.messages.at(-1)).toMatchObject({ role: "tool", content: JSON.stringify(answer) });
    expect(text).toBe("Hello, world! This is a test response.");
  });

  it.skipIf(!isHere)("Groq's call without arguments is refused by the schema, and the run goes on", async () => {
    const execute = vi.fn(() => "");
    const { steps } = await replay(["groq--groq-tool-call"], ({ defTool, $ }) => {
      defTool("weather", "The weather.", city, execute);
      $`How is the weather?`;
    });
    expect(execute).not.toHaveBeenCalled();
    expect(newestResult(steps[1])).toEqual({ error: expect.stringContaining("location") });
    expect(steps.map(({ output }) => output.finishReason)).toEqual(["tool-calls", "stop"]);
  });

  it.skipIf(!isHere)("Mistral's call changes the state, and with it the tools of the next request", async () => {
    const { bodies, steps } = await replay(["mistral--mistral-tool-call"], ({ defTool, defState, $ }) => {
      const [place, setPlace] = defState("place", "");
      if (place === "") defTool("weather", "The weather.", city, ({ location }) => setPlace(location));
      else defTool("forecast", `The days to come in ${place}.`, z.object({}), () => "rain");
      $`How is the weather?`;
    });
    expect(bodies.map(({ tools }) => tools?.map((tool) => tool.function.name))).toEqual([["weather"], ["forecast"]]);
    expect(JSON.stringify(bodies[1]?.tools)).toContain("San Francisco");
    expect(steps[1]?.activeTools).toEqual(["forecast"]);
  });
});
