import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { toldContext } from "./told-context.ts";

/** A server that answers each GET with a text, and what it was asked. */
async function serverOf(text: string, status = 200) {
  const asked: (string | undefined)[][] = [];
  const server = createServer(({ method, url, headers }, response) => {
    asked.push([method, url, headers.authorization]);
    response.writeHead(status, { "content-type": "application/json", location: "/elsewhere" }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { asked, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
}

const listOf = (...data: readonly object[]) => JSON.stringify({ object: "list", data });

describe("the context that a server on this machine tells", () => {
  it.each([
    ["llama.cpp", { id: "m", meta: { n_ctx: 4_096, n_ctx_train: 32_768 } }, 4_096],
    ["vLLM and SGLang", { id: "m", max_model_len: 8_192 }, 8_192],
    ["one that says only what the model was trained with", { id: "m", meta: { n_ctx_train: 32_768 } }, undefined],
    ["one that says nothing", { id: "m", object: "model" }, undefined],
    ["one that says nonsense", { id: "m", max_model_len: "many", meta: { n_ctx: -1 } }, undefined],
  ])("is read from its list of models: %s", async (_, model, tokens) => {
    const { baseUrl, asked } = await serverOf(listOf(model));
    expect((await toldContext({ baseUrl, name: "m", apiKey: "key" })).contextWindow).toBe(tokens);
    expect(asked).toEqual([["GET", "/v1/models", "Bearer key"]]);
  });

  it("is that of the model by its name or another name of it, or of the only one", async () => {
    const one = { id: "/models/a.gguf", aliases: ["a"], meta: { n_ctx: 4_096 } };
    const other = { id: "b", max_model_len: 32_768 };
    const both = await serverOf(listOf(one, other));
    const told = async (name: string) => (await toldContext({ baseUrl: both.baseUrl, name })).contextWindow;
    expect([await told("a"), await told("b"), await told("c")]).toEqual([4_096, 32_768, undefined]);
    const single = await serverOf(listOf(one));
    expect((await toldContext({ baseUrl: single.baseUrl, name: "gpt-3.5-turbo" })).contextWindow).toBe(4_096);
  });

  it("is not known of a server that refuses, leads elsewhere, talks otherwise or is not there", async () => {
    for (const [text, status] of [
      [listOf({ id: "m", max_model_len: 1 }), 401],
      [listOf({ id: "m", max_model_len: 1 }), 302],
      ["<html>", 200],
      ["null", 200],
      ['{"data":{}}', 200],
    ] as const) {
      const { baseUrl } = await serverOf(text, status);
      expect((await toldContext({ baseUrl, name: "m" })).contextWindow).toBeUndefined();
    }
    expect((await toldContext({ baseUrl: "http://127.0.0.1:1/v1", name: "m" })).contextWindow).toBeUndefined();
  });

  it("is asked of no other machine", async () => {
    const fetched = vi.spyOn(globalThis, "fetch");
    onTestFinished(() => fetched.mockRestore());
    expect((await toldContext({ baseUrl: "http://models.example/v1", name: "m" })).contextWindow).toBeUndefined();
    expect(fetched).not.toHaveBeenCalled();
  });
});
