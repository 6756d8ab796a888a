import type { ServerResponse } from "node:http";
import type { JsonObject, Message, ModelPort, Part } from "@toolwright/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOpenAiCompatibleModel, createResponsesModel, scripted, withFallback } from "../src/index.ts";
import { placeParts } from "../src/parts/place-parts.ts";
import { takenTypes } from "../src/parts/taken-types.ts";
import { FORMS } from "./features/providers.ts";
import { startAnswering } from "./support/scripted-server.ts";

const PDF = { type: "file", mediaType: "application/pdf", data: "JVBERi0=", name: "a.pdf", ref: "k2" } as const;
const WAV = { type: "audio", mediaType: "audio/x-wav", data: "UklGRg==" } as const;
const ZIP = { type: "file", mediaType: "application/zip", data: "UEsDBA==", name: "a.zip" } as const;
const BELOW = "[The files that the tools above returned:]";

const calls = (...ids: string[]): Message => ({
  role: "assistant",
  content: "",
  tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "look", arguments: "{}" } })),
});
const result = (id: string, ...content: Part[]): Message => ({ role: "tool", tool_call_id: id, content });
const asked: Message = { role: "user", content: "Look." };

/** What a server is sent for this history. */
async function sentBy(
  make: (baseUrl: string) => ModelPort,
  answer: (response: ServerResponse) => void,
  messages: readonly Message[],
): Promise<JsonObject> {
  const server = await startAnswering(answer);
  await make(server.baseUrl).completionStream({ messages }).final;
  return server.received[0]?.body ?? {};
}

describe("a file in a result", () => {
  const messages = [asked, calls("a", "b"), result("a", PDF), result("b", WAV, ZIP), { role: "user", content: "And?" }];

  it("stands below the results of its step in chat completions, whose results are text", async () => {
    const make = (baseUrl: string) =>
      createOpenAiCompatibleModel({ baseUrl, model: "x", takes: ["application/pdf", "audio/wav"] });
    const { messages: sent } = await sentBy(make, FORMS.chat({ text: "Done." }), messages as Message[]);
    const line = (said: string, more = "") => ({
      type: "text",
      text: `[${said} bytes, in the message below the results${more}]`,
    });
    expect(Array.isArray(sent) && sent.slice(2)).toEqual([
      { role: "tool", tool_call_id: "a", content: [line('file "a.pdf", application/pdf, 5', "; ref=k2")] },
      {
        role: "tool",
        tool_call_id: "b",
        content: [
          line("audio, audio/x-wav, 4"),
          { type: "text", text: expect.stringMatching(/^\[file "a.zip", application\/zip, 4 bytes, which this model/) },
        ],
      },
      {
        role: "user",
        content: [
          { type: "text", text: BELOW },
          { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,JVBERi0=" } },
          { type: "input_audio", input_audio: { data: "UklGRg==", format: "wav" } },
        ],
      },
      { role: "user", content: "And?" },
    ]);
  });

  it("stands below them too where it is a picture, which OpenAI refuses in a result", async () => {
    const make = (baseUrl: string) => createOpenAiCompatibleModel({ baseUrl, model: "gpt-5" });
    const image = { type: "image", mediaType: "image/png", data: "iVBORw==" } as const;
    const { messages: sent } = await sentBy(make, FORMS.chat({ text: "Done." }), [
      asked,
      calls("a"),
      result("a", image),
    ]);
    expect(Array.isArray(sent) && sent.slice(2)).toEqual([
      {
        role: "tool",
        tool_call_id: "a",
        content: [{ type: "text", text: "[file, image/png, 4 bytes, in the message below the results]" }],
      },
      {
        role: "user",
        content: [
          { type: "text", text: BELOW },
          { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw==" } },
        ],
      },
    ]);
  });

  it("stands in the result in responses", async () => {
    const make = (baseUrl: string) => createResponsesModel({ baseUrl, model: "gpt-5" });
    const { input } = await sentBy(make, FORMS.responses({ text: "Done." }), [asked, calls("a"), result("a", PDF)]);
    const file = { type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64,JVBERi0=" };
    expect(Array.isArray(input) && input.at(-1)).toEqual({
      type: "function_call_output",
      call_id: "a",
      output: [file],
    });
  });

  it("is what each of several models takes of it", async () => {
    const seen: unknown[] = [];
    const hearing = (takes: readonly string[], isGone: boolean) => {
      const model = scripted(isGone ? [{ error: { code: "connection", message: "gone" } }] : [{ text: "Done." }]);
      return {
        ...model,
        takes,
        completionStream(params: Parameters<typeof model.completionStream>[0]) {
          seen.push(params.messages.at(-1)?.content);
          return model.completionStream(params);
        },
      };
    };
    const model = withFallback([hearing(["application/pdf"], true), hearing([], false)]);
    expect(model.takes).toEqual(["application/pdf"]);
    await model.completionStream({ messages: [asked, calls("a"), result("a", PDF)] }).final;
    expect(seen).toEqual([[PDF], [{ type: "text", text: expect.stringContaining('[file "a.pdf"') }]]);
  });
});

describe("placeParts", () => {
  const part = fc.constantFrom<Part>(PDF, WAV, ZIP, { type: "text", text: "x" });
  const step = fc.array(fc.array(part, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });
  const places = { takes: ["application/pdf", "audio/wav"], inResults: () => false };

  it("gives each file that is taken once, below the results of its step, and changes nothing that was sent before", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 5 }), (steps) => {
        const history = steps.flatMap((results, at) => {
          const ids = results.map((_, place) => `${at}.${place}`);
          return [calls(...ids), ...results.map((content, place) => result(ids[place] ?? "", ...content))];
        });
        const { messages: placed } = placeParts({ messages: [asked, ...history] }, places);
        const given = placed.flatMap(({ role, content }) =>
          role === "user" && typeof content !== "string" ? content : [],
        );
        const taken = steps.flat(2).filter((one) => one === PDF || one === WAV);
        expect(given.filter(({ type }) => type !== "text")).toEqual(taken);
        expect(placed.filter(({ role }) => role === "tool")).toHaveLength(steps.flat().length);
        for (const [at, { role }] of placed.entries())
          if (role === "tool") expect(["tool", "assistant"]).toContain(placed[at - 1]?.role);
        const shorter = history.slice(
          0,
          history.findLastIndex(({ role }) => role === "assistant"),
        );
        const before = placeParts({ messages: [asked, ...shorter] }, places).messages;
        expect(placed.slice(0, before.length)).toEqual(before);
      }),
    );
  });

  it("leaves a request alone that has no file", () => {
    const params = { messages: [asked, calls("a"), result("a", { type: "text", text: "x" })] };
    expect(placeParts(params, places)).toBe(params);
  });
});

describe("takenTypes", () => {
  it.each([
    ["gpt-5-mini", ["image/*", "application/pdf"]],
    ["us.anthropic.claude-sonnet-4-5-20250929-v1:0", ["image/*", "application/pdf"]],
    ["openrouter:google/gemini-2.5-flash", ["image/*", "application/pdf", "audio/wav"]],
    ["gpt-4o-audio-preview", ["audio/wav"]],
    ["gpt-oss-120b", []],
    ["our-own", ["image/*"]],
  ])("are of %s what is known of its name", (name, types) => {
    expect(takenTypes(name, ["image/*", "application/pdf", "audio/wav"])).toEqual(types);
  });

  it("are what the options say, whatever the name", () => {
    expect(takenTypes("gpt-oss-120b", ["image/*"], ["video/mp4"])).toEqual(["video/mp4"]);
  });
});
