import type { AuditEntry, Store } from "@toolwright/store";
import type { ServerContext } from "../../server-context.ts";
import { textStream } from "../../streams/text-stream.ts";
import { userOf } from "../../users/principal.ts";
import { threadOf } from "../apps/app-conversation.ts";

/** A line of `GET /api/audit`: an answer that counted. */
export interface AuditRecord {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly approvalId: string;
  readonly threadId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly approve: boolean;
  /** The arguments were changed by the answer. */
  readonly edited?: true;
  /** So many other calls of its program the answer allowed, too. */
  readonly more?: number;
  /** What was saved with it: such calls are not asked about any more. */
  readonly rules?: readonly string[];
  /** The user whose run had asked, and the one who answered, where several users share the server. */
  readonly askedOf?: { readonly channel: string; readonly user: string };
  readonly decidedBy?: string;
}

/** Entries that are read at once. */
const PAGE = 1_000;

/**
 * `GET /api/audit`: who allowed and refused what, the newest first, one JSON object a line; of several users each reads
 * what was asked for them, and those who may configure read all.
 */
export function exportAudit({ store, allApprovals, may, person }: ServerContext): Response {
  const approvals = may.configure ? allApprovals : store.approvals;
  const texts = linesOf(approvals, person !== undefined);
  const headers = {
    "content-type": "application/x-ndjson; charset=utf-8",
    "content-disposition": 'attachment; filename="audit.jsonl"',
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  };
  return new Response(textStream({ texts, onEnd: () => undefined }), { headers });
}

async function* linesOf(approvals: Store["approvals"], hasUsers: boolean): AsyncGenerator<string> {
  let before: number | undefined;
  for (;;) {
    const page = await approvals.audit({ accepted: true, limit: PAGE, ...(before !== undefined && { before }) });
    for (const entry of page) yield `${JSON.stringify(recordOf(entry, hasUsers))}\n`;
    before = page.at(-1)?.number;
    if (page.length < PAGE || before === undefined) return;
  }
}

function recordOf(entry: AuditEntry, hasUsers: boolean): AuditRecord {
  const { conversation, owner, decidedBy, ignored: _, number: __, toolName = "", toolCallId = "", ...said } = entry;
  const asked = hasUsers && owner !== undefined ? { askedOf: userOf(owner) } : {};
  const threadId = conversation === undefined ? "" : threadOf(conversation);
  return { ...said, toolName, toolCallId, threadId, ...asked, ...(decidedBy !== undefined && { decidedBy }) };
}
