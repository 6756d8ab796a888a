/** Compiles the machine: the one that is given, else the one of the package, each once in a process. */
export async function loadWasm(given: object = packaged): Promise<WebAssembly.Module> {
  if (given instanceof WebAssembly.Module) return given;
  const compiling = compiled.get(given) ?? (given === packaged ? compilePackaged() : compile(given));
  compiled.set(given, compiling);
  try {
    return await compiling;
  } catch (error) {
    compiled.delete(given);
    throw error;
  }
}

/** Stands for the machine of the package. */
const packaged = {};
const compiled = new WeakMap<object, Promise<WebAssembly.Module>>();

async function compilePackaged(): Promise<WebAssembly.Module> {
  if (!globalThis.process?.versions?.node) {
    throw new TypeError("QuickJS can be read from its package in Node only. Give its WASM: quickJs({ wasm }).");
  }
  const [{ createRequire }, { readFile }] = await Promise.all([import("node:module"), import("node:fs/promises")]);
  const path = createRequire(import.meta.url).resolve("quickjs-wasi/quickjs.wasm");
  return WebAssembly.compile(new Uint8Array(await readFile(path)));
}

async function compile(given: object): Promise<WebAssembly.Module> {
  return WebAssembly.compile(bytesOf(given));
}

function bytesOf(given: object): Uint8Array<ArrayBuffer> {
  if (given instanceof Uint8Array) return new Uint8Array(given);
  if (given instanceof ArrayBuffer) return new Uint8Array(given);
  throw new TypeError("quickJs takes `wasm` as bytes or as a WebAssembly.Module.");
}
