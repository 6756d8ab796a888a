import type { Conversation } from "@toolwright/core";
import { aCount, aFunction, checkOptions, milliseconds, printableLine } from "@toolwright/core/internal";
import type { ChangeAuthor, ChangeLog, RecordedChange } from "../transaction/change-log.port.ts";
import type { FileChange, FileContent } from "../transaction/file-change.ts";
import { isLarge } from "../transaction/file-content.ts";
import { missingDirectories } from "../transaction/missing-directories.ts";
import type { FilesPort } from "../workspace/files.port.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { appendEntry, settleEntry } from "./append-entry.ts";
import type { KeptContent } from "./blob-store.ts";
import { forgetOld, type UndoLimits } from "./forget-old.ts";
import { remember, secretIn } from "./registered-secrets.ts";
import { loggedFile } from "./session-log.ts";

/** How a change log is kept. */
export interface ChangeLogOptions extends UndoLimits {
  /** Default: this machine's clock. For people only; the order of changes does not depend on it. */
  readonly now?: () => Date;
}

/** Characters of a command whose changes are not kept. */
const MAX_COMMAND = 80;

/** Keeps what every change replaces, under the workspace's state directory: what `undoChanges` works from. */
export function createChangeLog(workspace: Workspace, options: ChangeLogOptions = {}): ChangeLog {
  checkOptions<ChangeLogOptions>(options, {
    of: "createChangeLog",
    rules: { maxBytes: aCount(0), maxAgeMs: milliseconds, now: aFunction },
  });
  const { now = () => new Date() } = options;
  let cleaned: Promise<void> | undefined;
  return {
    async record(changes, author): Promise<RecordedChange> {
      const { conversation } = author;
      cleaned ??= forgetOld(workspace, { ...options, now: now(), keep: conversation }).catch(() => undefined);
      await cleaned;
      const entry = isNameable(changes, author)
        ? await entryOf(workspace.files, changes, author)
        : await unkeptOf(workspace, `${author.toolName} ${changes.map(({ path }) => path).join(" ")}`, author);
      const { seq } = await appendEntry(workspace, { ...entry, time: now() });
      return { settle: (made) => settleEntry(workspace, conversation, { seq, made }) };
    },
    async unkept(command, author) {
      const entry = await unkeptOf(workspace, command, author);
      await appendEntry(workspace, { ...entry, time: now() }).catch(() => undefined);
    },
  };
}

/** A path that holds a secret may not stand in the log either. */
function isNameable(changes: readonly FileChange[], { scrubber }: ChangeAuthor): boolean {
  return scrubber === undefined || !changes.some(({ path }) => scrubber.secretsIn(path).length > 0);
}

async function unkeptOf({ files }: Workspace, command: string, author: ChangeAuthor) {
  const line = printableLine(author.scrubber?.text(command) ?? command, MAX_COMMAND);
  return { ...(await entryOf(files, [], author)), kind: "unkept" as const, command: line };
}

async function entryOf(files: FilesPort, changes: readonly FileChange[], author: ChangeAuthor) {
  const { conversation, runId, toolCallId, toolName, scrubber } = author;
  return {
    kind: "change" as const,
    runId,
    call: toolCallId,
    tool: toolName,
    reverses: [],
    emptied: [],
    conversation: plain(conversation),
    files: await Promise.all(
      changes.map((change) => loggedFile(files, change, (content) => secretIn(content, scrubber))),
    ),
    directories: await missingDirectories(files, changes),
    contents: changes.flatMap(({ before }) =>
      before === undefined || isLarge(before) ? [] : keptContent(before, scrubber),
    ),
  };
}

function keptContent(content: FileContent, scrubber: ChangeAuthor["scrubber"]): KeptContent {
  const secret = secretIn(content, scrubber);
  if (secret !== undefined) remember(secret);
  return { content, secret };
}

function plain({ channel, chatId }: Conversation): Conversation {
  return { channel, chatId };
}
