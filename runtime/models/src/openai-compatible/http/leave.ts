import { withLimit } from "./with-limit.ts";

/** What may still come behind the end of an answer, and how its request is stopped. */
interface Rest {
  read(): Promise<{ readonly done?: boolean }>;
  stop(): void;
}

/** Gives an answer that was read a moment to end by itself, so that its connection can be used again. */
export async function leave(rest: Rest): Promise<void> {
  const waited = await withLimit(rest.read(), { ms: 250, signal: undefined });
  if (waited.kind !== "value" || waited.value.done !== true) rest.stop();
}
