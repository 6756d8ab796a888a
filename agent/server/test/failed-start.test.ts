import { defineTool, type Logger, type ToolLoopConfig } from "@toolwright/core";
import { scripted } from "@toolwright/models";
import { describe, expect, it } from "vitest";
import type { Agent } from "../src/index.ts";
import { QUIET, startTestServer, type TestServerOptions } from "./support/test-server.ts";

/** Keeps what is logged as an error. */
function listening(): { readonly logger: Logger; readonly errors: string[] } {
  const errors: string[] = [];
  const error = (message: string, fields?: object) => void errors.push(`${message} ${JSON.stringify(fields)}`);
  return { logger: { ...QUIET, error }, errors };
}

const unlisted = defineTool({ name: "unlisted", description: "x", input: { type: "object" }, execute: () => "x" });

/** A function of JavaScript may be anything. */
const scripts = {
  nothing: () => undefined,
  text: () => "The build is red.",
  fail: () => {
    throw new Error("It broke.");
  },
};
const script = <T>(name: string): T => Reflect.get(scripts, name);

const FAILURES: readonly (readonly [string, RegExp, TestServerOptions])[] = [
  ["a tool without an allowlist", /unlisted/, { tools: [unlisted] }],
  [
    "a config that rejects",
    /no key for the model/,
    { agent: { config: () => Promise.reject(new Error("There is no key for the model.")) } },
  ],
  [
    "a config that throws",
    /broke/,
    {
      agent: {
        config: () => {
          throw new Error("It broke.");
        },
      },
    },
  ],
  [
    "a config without a return",
    /config of the agent .*got undefined/,
    { agent: { config: script<() => ToolLoopConfig>("nothing") } },
  ],
  ["a provider's 401", /invalid key/, { steps: [{ error: { code: "http", message: "invalid key", status: 401 } }] }],
];

describe("a run that cannot start", () => {
  it.each(FAILURES)("is seen: %s", async (_, reason, options) => {
    const { logger, errors } = listening();
    const { send } = await startTestServer({ ...options, server: { logger } });
    const response = await send("/api/chat", { body: { message: "Keep this." } });
    expect(response.status).toBe(200);
    const told = await response.text();
    expect(told).toMatch(/^3:"[A-Z]/m);
    expect(told).toMatch(/^d:/m);
    const threadId = response.headers.get("x-toolwright-thread");
    const thread = await (await send(`/api/threads/${threadId}`)).json();
    expect(thread).toMatchObject({ status: "idle" });
    expect(thread.messages).toMatchObject([
      { role: "user", content: "Keep this." },
      { role: "assistant", stopReason: "error", error: expect.any(String), reason: expect.stringMatching(reason) },
    ]);
    expect(errors.join("\n")).toMatch(reason);
    const list = await (await send("/api/threads")).json();
    expect(list.threads).toHaveLength(1);
  });

  it("can be asked again in the same thread, with what was said", async () => {
    let isBroken = true;
    const model = scripted([{ text: "There you are." }]);
    const config = () => {
      if (isBroken) throw new Error("Not yet.");
      return { model, logger: QUIET };
    };
    const { send } = await startTestServer({ agent: { config } });
    const first = await send("/api/chat", { body: { message: "Hello?" } });
    await first.text();
    const threadId = first.headers.get("x-toolwright-thread");
    isBroken = false;
    expect(await (await send("/api/chat", { body: { threadId, message: "And now?" } })).text()).toContain("stop");
    const { messages } = await (await send(`/api/threads/${threadId}`)).json();
    expect(messages.map(({ role }: { role: string }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
  });

  it("is none where the news of its agent fail, or come at once", async () => {
    const model = scripted([{ text: "There." }, { text: "There." }]);
    for (const name of ["fail", "text"] as const) {
      const { send } = await startTestServer({ model, agent: { news: script<NonNullable<Agent["news"]>>(name) } });
      expect((await send("/api/chat", { body: { message: "hi" } })).status).toBe(200);
      await expect.poll(() => model.requests.length).toBe(name === "fail" ? 1 : 2);
    }
    expect(JSON.stringify(model.requests[1])).toContain("The build is red.");
  });

  it("is an error for OpenAI's clients", async () => {
    const { send } = await startTestServer({ tools: [unlisted] });
    const body = { model: "x", messages: [{ role: "user", content: "Hi" }] };
    expect((await send("/v1/chat/completions", { body })).status).toBe(502);
  });
});
