import { Socket } from "node:net";
import type { Readable } from "node:stream";

const BUFFER_BYTES = 64 * 1024;

/**
 * Reads a pipe, given as a descriptor or as Node's stream: the next chunk comes when the promise for the last one has
 * settled. From a descriptor every chunk is read into the same memory, so that a flood leaves nothing to collect.
 */
export function readPipe(
  pipe: number | Readable | null,
  take: (chunk: Uint8Array) => Promise<void>,
): Readable | undefined {
  if (pipe === null) return undefined;
  const readable = typeof pipe === "number" ? fromDescriptor(pipe, take) : fromStream(pipe, take);
  return readable.on("error", () => {});
}

function fromDescriptor(fd: number, take: (chunk: Uint8Array) => Promise<void>): Readable {
  const socket: Socket = new Socket({
    fd,
    readable: true,
    writable: false,
    onread: {
      buffer: new Uint8Array(BUFFER_BYTES),
      callback(length, buffer) {
        void take(buffer.subarray(0, length)).then(() => socket.resume());
        return false;
      },
    },
  });
  return socket.resume();
}

function fromStream(stream: Readable, take: (chunk: Uint8Array) => Promise<void>): Readable {
  return stream.on("data", (chunk: Buffer) => {
    stream.pause();
    void take(chunk).then(() => stream.resume());
  });
}
