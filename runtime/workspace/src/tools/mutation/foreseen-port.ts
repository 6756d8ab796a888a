import { FileError } from "../../workspace/file-error.ts";
import type { ByteRange, FilesPort } from "../../workspace/files.port.ts";
import type { ForeseenFiles } from "./foreseen-files.ts";

/** The same files as calls that are previewed would leave them, to be looked at alone. */
export function foreseenPort(files: FilesPort, foreseen: ForeseenFiles): FilesPort {
  const refuse = async (): Promise<never> => {
    throw new TypeError("A preview changes nothing.");
  };
  return {
    stat: async (path, options) => (foreseen.get(path) === undefined ? files.stat(path, options) : foreseen.stat(path)),
    realPath: (path) => files.realPath(path),
    readLink: (path) => files.readLink(path),
    list: (path) => files.list(path),
    read: async (path, range) => {
      const left = foreseen.get(path);
      if (left === undefined) return files.read(path, range);
      if (left.content === undefined) throw new FileError("NOT_FOUND");
      return partOf(left.content, range);
    },
    stream: (path) => files.stream(path),
    write: refuse,
    rename: refuse,
    remove: refuse,
    makeDirectory: refuse,
    makeLink: refuse,
    setMode: refuse,
    syncDirectory: refuse,
    hold: refuse,
  };
}

function partOf(content: Uint8Array, range: ByteRange | undefined): Uint8Array {
  return range === undefined ? content : content.subarray(range.offset, range.offset + range.length);
}
