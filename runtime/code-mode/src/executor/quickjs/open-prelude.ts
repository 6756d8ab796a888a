import type { JSValueHandle, QuickJS } from "quickjs-wasi";
import { prelude } from "./prelude/prelude.ts";

/** The function of the prelude, compiled once in a thread: to compile it takes as long as to make a machine. */
export function openPrelude(quickJs: QuickJS, wasm: WebAssembly.Module): JSValueHandle {
  const code = compiled.get(wasm) ?? quickJs.compile(prelude, "prelude.js");
  compiled.set(wasm, code);
  return quickJs.evalBytecode(code);
}

/** By the engine that can read it. */
const compiled = new WeakMap<WebAssembly.Module, Uint8Array>();
