import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { QuickJS } from "quickjs-wasi";
import { afterEach, expect, test, vi } from "vitest";
import { openProgram } from "../cases/open-program.ts";
import { quickJs } from "../quick-js.ts";

afterEach(() => vi.restoreAllMocks());

test("a machine that is given as bytes is compiled once, and so is the prelude in it", async () => {
  const bytes = await readFile(createRequire(import.meta.url).resolve("quickjs-wasi/quickjs.wasm"));
  const wasm = vi.spyOn(WebAssembly, "compile");
  const prelude = vi.spyOn(QuickJS.prototype, "compile");
  const executor = quickJs({ threads: false, wasm: new Uint8Array(bytes) });
  for (const n of [1, 2, 3]) {
    const session = await openProgram(executor, { source: `return ${n};` });
    expect((await session.start()).ended).toEqual({ ok: true, json: `${n}` });
    await session.close();
  }
  expect(wasm).toHaveBeenCalledTimes(1);
  expect(prelude).toHaveBeenCalledTimes(1);
});
