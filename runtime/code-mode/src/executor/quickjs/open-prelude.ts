import type { JSValueHandle, QuickJS } from "quickjs-wasi";
import { prelude } from "./prelude/prelude.ts";

/** The function of the prelude, compiled once in a thread: a machine takes as long for it as for all else it begins with. */
export function openPrelude(quickJs: QuickJS, wasm: WebAssembly.Module): JSValueHandle {
  const code = compiled.get(wasm) ?? quickJs.compile(prelude, "prelude.js");
  compiled.set(wasm, code);
  return quickJs.evalBytecode(code);
}

/** By the engine that can read it. */
const compiled = new WeakMap<WebAssembly.Module, Uint8Array>();
