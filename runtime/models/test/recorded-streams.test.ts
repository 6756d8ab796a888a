import { existsSync, readFileSync } from "node:fs";
import type { Completion } from "@toolwright/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLiteLlmModel } from "../src/index.ts";
import { type AnswerServer, startServer } from "./support/answer-server.ts";
import { observe, summarise } from "./support/observe.ts";

interface Recording {
  readonly file: string;
  readonly expected: {
    readonly toolCalls: readonly { readonly id: string; readonly name: string; readonly input: string }[];
    readonly text: string;
    readonly reasoning: string;
    readonly finish: string;
  };
}

const folder = new URL("../../../../shared/data/streams/", import.meta.url);
const isHere = existsSync(new URL("expected.json", folder));
const recordings: readonly Recording[] = isHere ? JSON.parse(readText("expected.json")) : [];

let server: AnswerServer;

beforeAll(async () => {
  server = await startServer((request, response) => {
    const file = decodeURIComponent((request.url ?? "").split("/")[1] ?? "");
    const lines = readText(file)
      .split("\n")
      .filter((line) => line.trim() !== "");
    response.end(lines.map((line) => `data: ${line}\n\n`).join(""));
  });
});

afterAll(() => server.close());

describe("recorded streams of real providers", () => {
  it.skipIf(isHere)("are skipped: the folder shared/data/streams is not beside the repository", () => {});

  it.each(recordings)("$file comes out as its expectation says", async ({ file, expected }) => {
    const summary = summarise(await observe(ask(file)));
    const calls = expected.toolCalls.map((call) => [call.id, call.name, call.input]);
    expect({ calls: [], text: "", reasoning: "", ...summary }).toEqual({
      calls,
      text: expected.text,
      reasoning: expected.reasoning,
      finish: expected.finish.replace("-", "_"),
    });
  });
});

function ask(file: string): Completion {
  const baseUrl = server.baseUrl.replace("/v1", `/${encodeURIComponent(file)}`);
  return createLiteLlmModel({ baseUrl, model: "m" }).completionStream({ messages: [] });
}

function readText(file: string): string {
  return readFileSync(new URL(file, folder), "utf8");
}
