import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { sdkModel } from "./sdk-model.ts";
import { SDK_PROVIDERS, type SdkProvider } from "./sdk-providers.ts";

function providerOf(name: string): SdkProvider {
  const provider = SDK_PROVIDERS.get(name);
  if (provider === undefined) throw new Error(`no provider ${name}`);
  return provider;
}

it.each([
  ["anthropic", "ANTHROPIC_API_KEY", "x-api-key", "/messages"],
  ["google", "GEMINI_API_KEY", "x-goog-api-key", "/models/m:streamGenerateContent"],
])("speaks to %s with its key, at --base-url", async (name, variable, header, path) => {
  const asked: [string | undefined, string | string[] | undefined][] = [];
  const server = createServer((request, response) => {
    asked.push([request.url, request.headers[header]]);
    request.resume();
    response.writeHead(400, { "content-type": "application/json" }).end('{"error":{"message":"no"}}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const model = await sdkModel({
    provider: providerOf(name),
    spec: `${name}:m`,
    name: "m",
    baseUrl: `http://127.0.0.1:${port}`,
    environment: { [variable]: "the-key" },
    flags: {},
  });
  const { final } = model.completionStream({ messages: [{ role: "user", content: "x" }] });
  expect((await final).error).toMatchObject({ code: "http", status: 400 });
  server.close();
  expect(model.name).toBe(`${name}:m`);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.[0]).toMatch(path);
  expect(asked[0]?.[1]).toBe("the-key");
});

it("names the variables of a key that is missing", async () => {
  const remote = { spec: "google:m", name: "m", baseUrl: undefined, environment: {}, flags: {} };
  await expect(sdkModel({ ...remote, provider: providerOf("google") })).rejects.toThrow(
    "google:m needs a key: set GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY or GOOGLE_API_KEY in the environment.",
  );
});

it("says what to install when the package is not there", async () => {
  const missing = Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
  const provider = { ...providerOf("anthropic"), load: () => Promise.reject(missing) };
  const remote = {
    spec: "anthropic:m",
    name: "m",
    baseUrl: undefined,
    environment: { ANTHROPIC_API_KEY: "k" },
    flags: {},
  };
  await expect(sdkModel({ ...remote, provider })).rejects.toThrow(
    "anthropic:m needs a package that is not installed: npm install @ai-sdk/anthropic",
  );
});
