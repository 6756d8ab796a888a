import { readFile, stat } from "node:fs/promises";
import { messageOf } from "../../text/message-of.ts";
import { parseJsonFile } from "../../text/parse-json-file.ts";
import { UsageError } from "../../usage-error.ts";
import { type RegistryEntry, registryEntry } from "./registry-entry.ts";

/** Bytes of an entry, and milliseconds that its place may take. */
const MAX_BYTES = 1_000_000;
const TIME_MS = 30_000;

/** The `server.json` at a path or an address. Throws a `UsageError` that says what is wrong with it. */
export async function readEntry(place: string): Promise<RegistryEntry> {
  const text = /^https?:\/\//i.test(place) ? await fetched(place) : await textOf(place);
  const entry = registryEntry(parseJsonFile(text, place));
  if (typeof entry === "string") throw new UsageError(`${place} is no server.json of the MCP registry: ${entry}.`);
  return entry;
}

async function textOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() !== true)
    throw new UsageError(
      `There is no file ${file}. toolwright mcp add takes a server.json alone, or a name with a command or an address.`,
    );
  if (found.size > MAX_BYTES) throw new UsageError(`${file} is larger than an entry of the registry.`);
  return readFile(file, "utf8");
}

async function fetched(address: string): Promise<string> {
  const { protocol, hostname } = new URL(address);
  if (protocol !== "https:" && !/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname))
    throw new UsageError(`${address} must begin with https://: what comes over http could be anybody's.`);
  try {
    const response = await fetch(address, { redirect: "error", signal: AbortSignal.timeout(TIME_MS) });
    if (!response.ok) throw new Error(`it answers with ${response.status}`);
    return await boundedText(response);
  } catch (thrown) {
    throw new UsageError(`${address} cannot be read: ${messageOf(thrown)}.`, { cause: thrown });
  }
}

async function boundedText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error("it is larger than an entry of the registry");
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}
