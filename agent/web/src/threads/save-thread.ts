import type { ThreadSummary } from "@toolwright/view";
import { saveFile } from "../base/save-file.ts";
import type { Api } from "../server/api.ts";
import { titleOf } from "./title-of.ts";

/** The files that a thread is saved as. */
export type ThreadFormat = "markdown" | "json" | "html";

/** Saves all of a thread as a file; one sentence where that did not work. */
export async function saveThread(
  api: Api,
  thread: Pick<ThreadSummary, "id" | "title">,
  format: ThreadFormat,
): Promise<string | undefined> {
  const path = `/api/threads/${encodeURIComponent(thread.id)}/export?format=${format}`;
  const answer = await api.blob(path);
  if (!answer.ok) return answer.error;
  saveFile(answer.value, fileName(titleOf(thread), format === "markdown" ? "md" : format));
  return undefined;
}

/** A name that every system takes. */
function fileName(title: string, ending: string): string {
  const name = title
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, 60)
    .replace(/^-+|-+$/g, "");
  return `${name === "" ? "thread" : name}.${ending}`;
}
