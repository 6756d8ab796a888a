/** Compiles the machine: the one that is given, else the one of the package, once in a process. */
export async function loadWasm(given: object | undefined): Promise<WebAssembly.Module> {
  if (given instanceof WebAssembly.Module) return given;
  if (given !== undefined) return WebAssembly.compile(bytesOf(given));
  compiling ??= compilePackaged();
  try {
    return await compiling;
  } catch (error) {
    compiling = undefined;
    throw error;
  }
}

let compiling: Promise<WebAssembly.Module> | undefined;

async function compilePackaged(): Promise<WebAssembly.Module> {
  if (!globalThis.process?.versions?.node) {
    throw new TypeError("QuickJS can be read from its package in Node only. Give its WASM: quickJs({ wasm }).");
  }
  const [{ createRequire }, { readFile }] = await Promise.all([import("node:module"), import("node:fs/promises")]);
  const path = createRequire(import.meta.url).resolve("quickjs-wasi/quickjs.wasm");
  return WebAssembly.compile(new Uint8Array(await readFile(path)));
}

function bytesOf(given: object): Uint8Array<ArrayBuffer> {
  if (given instanceof Uint8Array) return new Uint8Array(given);
  if (given instanceof ArrayBuffer) return new Uint8Array(given);
  throw new TypeError("quickJs takes `wasm` as bytes or as a WebAssembly.Module.");
}
