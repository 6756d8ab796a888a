import { relative } from "node:path";
import type { Conversation } from "@toolwright/core";
import { isSameConversation, printablePath } from "@toolwright/core/internal";
import type { SeenFiles } from "../tracking/seen-files.ts";
import { contentAt, isBytes } from "../transaction/file-content.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { loadHistory, type PastChange } from "./history.ts";
import { HUNK_UNDO } from "./undo-hunk.ts";

/** Files named in a note; the rest is counted. */
const MAX_NAMED = 20;

const REVERSALS: ReadonlySet<PastChange["kind"]> = new Set(["undo", "redo"]);

/** What a conversation knows of undos so far. */
export interface CaughtUp {
  /** What the model is to be told before it goes on; undefined when nothing happened. */
  readonly note: string | undefined;
  /** Give it to the next call. */
  readonly seq: number;
}

/**
 * Brings a conversation up to date with what its user undid and redid since, from wherever: a note for the model,
 * and what it had seen of those files counts as seen in the state they were brought back to.
 */
export async function catchUp(
  workspace: Workspace,
  conversation: Conversation,
  { since, seen }: { readonly since: number; readonly seen: SeenFiles },
): Promise<CaughtUp> {
  const { entries } = await loadHistory(workspace);
  const news = entries.filter(
    (entry) => entry.seq > since && isByUser(entry) && isSameConversation(entry.conversation, conversation),
  );
  for (const path of new Set(news.flatMap(({ files }) => files.map((file) => file.path)))) {
    await refresh(workspace, seen, path);
  }
  const note = news.length === 0 ? undefined : news.map((entry) => sentence(workspace, entry)).join("\n");
  return { note, seq: entries.at(-1)?.seq ?? since };
}

function isByUser({ kind, tool }: PastChange): boolean {
  return REVERSALS.has(kind) || tool === HUNK_UNDO;
}

async function refresh({ files }: Workspace, seen: SeenFiles, path: string): Promise<void> {
  const complete = seen.knowsAll(path);
  if (complete === undefined) return;
  const [bytes, stat] = [await contentAt(files, path), await files.stat(path)];
  if (isBytes(bytes) && stat !== undefined) seen.record(path, { bytes, stat }, complete);
  else seen.forget(path);
}

function sentence({ root }: Workspace, { kind, turn, files }: PastChange): string {
  if (kind === "change") {
    const paths = files.map(({ path }) => printablePath(relative(root, path)));
    return `The user took back a part of what turn ${turn} changed in ${paths.join(", ")}.`;
  }
  const named = (isThere: boolean): string[] =>
    files
      .flatMap(({ path, after }) => ((after !== null) === isThere ? printablePath(relative(root, path)) : []))
      .sort();
  const restored = listed(named(true), kind === "redo" ? "changed again" : "restored");
  const removed = listed(named(false), "removed");
  const what = [restored, removed].filter((part) => part !== undefined).join("; ");
  return `The user ${kind === "redo" ? "redid" : "undid"} turn ${turn}: ${what || "nothing was left to change"}.`;
}

function listed(names: readonly string[], what: string): string | undefined {
  if (names.length === 0) return undefined;
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "";
  return `${names.slice(0, MAX_NAMED).join(", ")}${more} ${what}`;
}
