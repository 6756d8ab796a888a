/** Everything that is written to standard input. */
export async function readAll(input: NodeJS.ReadableStream): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of input) {
    text += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
