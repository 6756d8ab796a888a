/** The text of a file that comes in pieces: UTF-16 where its first bytes say so, else UTF-8. */
export class FileDecoder {
  #decoder: InstanceType<typeof TextDecoder> | undefined;

  push(bytes: Uint8Array): string {
    this.#decoder ??= decoderFor(bytes);
    return this.#decoder.decode(bytes, { stream: true });
  }

  end(): string {
    return this.#decoder?.decode() ?? "";
  }
}

/** The decoder for a file that begins with these bytes. Takes the byte order mark away. */
export function decoderFor(bytes: Uint8Array): InstanceType<typeof TextDecoder> {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le");
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be");
  return new TextDecoder();
}
