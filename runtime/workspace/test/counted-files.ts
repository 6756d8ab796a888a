import type { FilesPort } from "../src/workspace/files.port.ts";

/** Files whose process is killed before the n-th operation that changes something; 0 for never. */
export interface CountedFiles {
  readonly files: FilesPort;
  /** Operations so far. */
  count(): number;
}

/** Counts what changes files, and kills this process before one of them. A write counts twice: it can be torn. */
export function countedFiles(files: FilesPort, killBefore: number): CountedFiles {
  let operations = 0;
  async function step(): Promise<void> {
    operations += 1;
    if (operations !== killBefore) return;
    process.kill(process.pid, "SIGKILL");
    await new Promise(() => setInterval(() => undefined, 1000));
  }
  return {
    count: () => operations,
    files: {
      ...files,
      async write(path, bytes, options) {
        await step();
        const half = bytes.length >> 1;
        await files.write(path, bytes.subarray(0, half), options);
        await step();
        if (options?.append === true) await files.write(path, bytes.subarray(half), options);
        else await files.write(path, bytes, { ...options, exclusive: false });
      },
      rename: async (from, to) => step().then(() => files.rename(from, to)),
      remove: async (path) => step().then(() => files.remove(path)),
      makeDirectory: async (path) => step().then(() => files.makeDirectory(path)),
      makeLink: async (target, path) => step().then(() => files.makeLink(target, path)),
      setMode: async (path, mode) => step().then(() => files.setMode(path, mode)),
    },
  };
}
