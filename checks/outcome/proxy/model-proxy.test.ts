import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { ARMS } from "../arms/all-arms.ts";
import { openModelProxy, type ProxyOptions } from "./model-proxy.ts";

const LIMITS = { model: "m", maxSteps: 2, maxTokens: 64 };
const REFUSAL = {
  error: { code: 400, type: "exceed_context_size_error", message: "too long", n_prompt_tokens: 9_000 },
};
const WITH_TOOLS = {
  model: "other",
  temperature: 1,
  max_completion_tokens: 9,
  tools: [{}],
  messages: [{ role: "user" }],
};

it("asks for the same model, temperature and limit whatever an arm asks for", async () => {
  const { asked, post } = await opened((response) => response.end(JSON.stringify(said(10, 2))));
  await post(WITH_TOOLS);
  expect(asked).toEqual([{ model: "m", temperature: 0, max_tokens: 64, tools: [{}], messages: [{ role: "user" }] }]);
});

it("sums the tokens of answers, streamed or not, and of requests that were too long", async () => {
  let place = 0;
  const { proxy, post } = await opened(
    (response) => {
      place += 1;
      if (place === 1) return response.end(JSON.stringify(said(10, 2)));
      if (place === 2)
        return response.end(`data: {"choices":[]}\n\ndata: ${JSON.stringify(said(20, 3))}\n\ndata: [DONE]\n\n`);
      return response.writeHead(400).end(JSON.stringify(REFUSAL));
    },
    { maxSteps: 3 },
  );
  await post(WITH_TOOLS);
  await post({ ...WITH_TOOLS, stream: true });
  const refused = await post(WITH_TOOLS);
  expect([refused.status, await refused.json()]).toEqual([400, REFUSAL]);
  expect(await proxy.counts()).toEqual({ steps: 3, tokensIn: 9_030, tokensOut: 5 });
});

it("passes on each piece of a stream as it comes, and asks the server to tell its tokens", async () => {
  const { asked, post, held } = await opened((response) => {
    response.write("data: first\n\n");
    held.push(response);
  });
  const response = await post({ ...WITH_TOOLS, stream: true });
  const reader = response.body?.getReader();
  const first = await reader?.read();
  expect(new TextDecoder().decode(first?.value)).toBe("data: first\n\n");
  expect(asked[0]).toMatchObject({ stream_options: { include_usage: true } });
  held[0]?.end("data: [DONE]\n\n");
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("data: [DONE]\n\n");
});

it("counts what a server tells after its last words", async () => {
  const { proxy, post } = await opened((response) => {
    response.write("data: [DONE]\n\n");
    setTimeout(() => response.end(`data: ${JSON.stringify(said(10, 2))}\n\n`), 100);
  });
  await fetchedFirst(await post({ ...WITH_TOOLS, stream: true }));
  expect(await proxy.counts()).toEqual({ steps: 1, tokensIn: 10, tokensOut: 2 });
});

it("breaks off where the server does, and counts what it has told", async () => {
  const { proxy, post } = await opened((response) => {
    response.write(`data: ${JSON.stringify(said(10, 2))}\n\n`);
    setTimeout(() => response.destroy(), 50);
  });
  await expect((await post({ ...WITH_TOOLS, stream: true })).text()).rejects.toThrow();
  expect(await proxy.counts()).toEqual({ steps: 1, tokensIn: 10, tokensOut: 2 });
});

it.each([false, true])("ends a run after its last step in words that claim nothing, streamed: %j", async (stream) => {
  const { asked, proxy, post } = await opened((response) => response.end(JSON.stringify(said(10, 2))));
  for (let step = 0; step < 2; step += 1) await post(WITH_TOOLS);
  const last = await post({ ...WITH_TOOLS, stream, messages: [{ role: "user" }, { role: "tool" }] });
  expect(await last.text()).toContain('"content":"Stopped at the limit of steps."');
  expect([asked.length, (await proxy.counts()).steps]).toEqual([2, 2]);
  expect(proxy.lastMessages()).toEqual([{ role: "user" }, { role: "tool" }]);
});

it("answers asides itself where it is told to, and passes them on where not", async () => {
  const answer = (response: ServerResponse) => response.end(JSON.stringify(said(10, 2)));
  const [own, theirs] = [await opened(answer), await opened(answer, { answersAsides: true })];
  for (const { post } of [own, theirs]) await (await post({ messages: [] })).text();
  expect(await own.proxy.counts()).toEqual({ steps: 0, tokensIn: 10, tokensOut: 2 });
  expect([theirs.asked.length, (await theirs.proxy.counts()).tokensIn]).toEqual([0, 0]);
});

it.each(["small", "ai-sdk", "plain"] as const)(
  "counts what a request read that was too long for the arm %s",
  async (arm) => {
    const { proxy } = await opened((response) => {
      response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(REFUSAL));
    });
    const assignment = { ...LIMITS, baseUrl: proxy.baseUrl, request: "Use f: a is 1." };
    const f = { tool: "f", schema: { type: "object", properties: { a: { type: "number" } } } } as const;
    await ARMS[arm]({ ...assignment, function: f }).catch(() => undefined);
    expect(await proxy.counts()).toEqual({ steps: 1, tokensIn: 9_000, tokensOut: 0 });
  },
);

async function fetchedFirst(response: Response): Promise<void> {
  await response.body?.getReader().read();
}

function said(prompt_tokens: number, completion_tokens: number) {
  const message = { role: "assistant", content: "Hello" };
  return { choices: [{ index: 0, message }], usage: { prompt_tokens, completion_tokens } };
}

async function opened(answer: (response: ServerResponse) => unknown, more: Partial<ProxyOptions> = {}) {
  const asked: unknown[] = [];
  const held: ServerResponse[] = [];
  const server = createServer(async (request, response) => {
    asked.push(JSON.parse(await text(request)));
    answer(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const proxy = await openModelProxy({ ...LIMITS, baseUrl: `http://127.0.0.1:${port}/v1`, ...more });
  onTestFinished(() => {
    proxy.close();
    server.close();
  });
  const post = (body: object) =>
    fetch(`${proxy.baseUrl}/chat/completions`, { method: "POST", body: JSON.stringify(body) });
  return { asked, held, proxy, post };
}
