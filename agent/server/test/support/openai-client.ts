import type { CompletionStreamParams, ModelPort } from "@toolwright/core";
import { type ScriptStep, scripted } from "@toolwright/models";
import OpenAI from "openai";
import { startTestServer, type TestServerOptions, TOKEN } from "./test-server.ts";

/**
 * OpenAI's client of a server whose scripted model remembers what it was asked, and does what it is asked about no
 * field.
 */
export async function startForOpenAi(steps: readonly ScriptStep[], options: TestServerOptions = {}) {
  const asked: CompletionStreamParams[] = [];
  const script = scripted(steps);
  const model: ModelPort = {
    name: "listening",
    completionStream(params) {
      asked.push(params);
      return script.completionStream(params);
    },
  };
  const server = await startTestServer({ model, ...options });
  const client = new OpenAI({ apiKey: TOKEN, baseURL: `${server.url}/v1`, maxRetries: 0 });
  return { ...server, client, asked };
}
