import { jsonIn } from "@toolwright/core/internal";
import type { z } from "zod";
import type { ServerLimits } from "../limits.ts";

/** A body as it was read, or the status and sentence of a refusal. */
export type ReadBody<T> =
  | { readonly ok: true; readonly body: T }
  | { readonly ok: false; readonly status: 400 | 408 | 413; readonly error: string };

/** What is read, and how much of it at most. */
export interface BodyOptions<T> {
  readonly schema: z.ZodType<T>;
  /** The whole refusal of a body that is something else. */
  readonly error: string;
  readonly limits: Pick<ServerLimits, "bodyBytes" | "bodyMs">;
}

/** Reads a JSON body. Never more than the limit is held, and nobody is waited for too long. */
export async function readBody<T>(request: Request, { schema, error, limits }: BodyOptions<T>): Promise<ReadBody<T>> {
  const text = await readText(request, limits);
  if (text === "too_large") return { ok: false, status: 413, error: `The body is over ${limits.bodyBytes} bytes.` };
  if (text === "too_slow") return { ok: false, status: 408, error: "The body did not arrive in time." };
  const json = jsonIn(text.text);
  if (json === undefined) return { ok: false, status: 400, error: "The body is not JSON." };
  if (isTooDeep(json)) return { ok: false, status: 400, error: "The body is nested too deeply." };
  return checkBody(json, { schema, error });
}

/** The same of a body that was read. */
export function checkBody<T>(json: unknown, { schema, error }: Pick<BodyOptions<T>, "schema" | "error">): ReadBody<T> {
  const parsed = schema.safeParse(json);
  if (parsed.success) return { ok: true, body: parsed.data };
  const path = parsed.error.issues[0]?.path.join(".") ?? "";
  return {
    ok: false,
    status: 400,
    error: path === "" ? error : `${error} Look at ${JSON.stringify(path.slice(0, 100))}.`,
  };
}

/** Levels of a body at most. */
const MAX_DEPTH = 500;

/** Bytes of a body that nobody wanted which are read all the same, so that its connection can be kept. */
const SMALL = 64 * 1024;

/**
 * Whether the body of a request that was answered with this status is not read to its end, and too large to be read for
 * nothing.
 */
export function isUnread({ headers, bodyUsed }: Request, status: number): boolean {
  if (status === 408 || status === 413) return true;
  return !bodyUsed && (headers.has("transfer-encoding") || Number(headers.get("content-length") ?? 0) > SMALL);
}

type ReadText = { readonly text: string } | "too_large" | "too_slow";

type BodyLimits = BodyOptions<unknown>["limits"];

async function readText(request: Request, limits: BodyLimits): Promise<ReadText> {
  const length = request.headers.get("content-length");
  if (Number(length) > limits.bodyBytes) return "too_large";
  return length === null ? readPieces(request, limits) : readWhole(request, limits);
}

/** Its host lets no more come than was said: read as one, it takes less than half of what pieces do. */
async function readWhole(request: Request, { bodyMs }: BodyLimits): Promise<ReadText> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"too_slow">((resolve) => {
    timer = setTimeout(resolve, bodyMs, "too_slow");
  });
  try {
    return await Promise.race([request.text().then((text) => ({ text })), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function readPieces(request: Request, { bodyBytes, bodyMs }: BodyLimits): Promise<ReadText> {
  const reader = request.body?.getReader();
  if (reader === undefined) return { text: "" };
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    reader.cancel().catch(() => undefined);
  }, bodyMs);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const read = await reader.read();
      if (isLate) return "too_slow";
      if (read.done) return { text: Buffer.concat(chunks).toString("utf8") };
      bytes += read.value.byteLength;
      if (bytes > bodyBytes) return "too_large";
      chunks.push(read.value);
    }
  } finally {
    clearTimeout(timer);
    reader.cancel().catch(() => undefined);
  }
}

/** Whether functions that go through a body, such as those that check it, could run out of stack. */
function isTooDeep(json: unknown): boolean {
  let level: readonly unknown[] = [json];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((value) => (typeof value === "object" && value !== null ? Object.values(value) : []));
  }
  return false;
}
