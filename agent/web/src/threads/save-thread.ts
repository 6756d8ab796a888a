import type { ThreadSummary } from "@toolwright/view";
import type { Api } from "../server/api.ts";
import { titleOf } from "./title-of.ts";

/** Milliseconds after which a browser has begun to save what it was given. */
const SAVED_MS = 10_000;

/** Saves all of a thread as a file; one sentence where that did not work. */
export async function saveThread(
  api: Api,
  thread: Pick<ThreadSummary, "id" | "title">,
  format: "markdown" | "json",
): Promise<string | undefined> {
  const path = `/api/threads/${encodeURIComponent(thread.id)}/export?format=${format}`;
  const answer = await api.blob(path);
  if (!answer.ok) return answer.error;
  const address = URL.createObjectURL(answer.value);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName(titleOf(thread), format === "json" ? "json" : "md");
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), SAVED_MS);
  return undefined;
}

/** A name that every system takes. */
export function fileName(title: string, ending: string): string {
  const name = title
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, 60)
    .replace(/^-+|-+$/g, "");
  return `${name === "" ? "thread" : name}.${ending}`;
}
