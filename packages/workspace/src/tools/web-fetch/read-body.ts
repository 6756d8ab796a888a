/** The beginning of a body, as much as is allowed. */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<{ readonly bytes: Uint8Array; readonly isCut: boolean }> {
  const chunks: Uint8Array[] = [];
  let left = maxBytes;
  let isCut = false;
  for await (const chunk of body) {
    chunks.push(chunk.subarray(0, left));
    isCut = chunk.length > left;
    left -= Math.min(left, chunk.length);
    if (isCut) break;
  }
  return { bytes: new Uint8Array(Buffer.concat(chunks)), isCut };
}
