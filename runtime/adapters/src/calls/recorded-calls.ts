import { canonicalJson, type Journal, type Json } from "@toolwright/core";
import { type CallRecords, type RecordedCall, recordCall } from "@toolwright/core/internal";

/** The calls of a conversation that are no part of another call, by their ids. */
export async function recordedCalls(journal: Journal): Promise<ReadonlyMap<string, RecordedCall>> {
  const records: CallRecords = { parentId: undefined, calls: new Map(), subCalls: new Map() };
  for await (const event of journal.read()) recordCall(records, event);
  return records.calls;
}

/**
 * Whether a recorded call asked for this: the record has arguments as they ran, mended and masked, and `{}` of those
 * that could not be read.
 */
export function asksFor({ start }: RecordedCall, name: string, args: Json): boolean {
  return start !== undefined && start.toolName === name && canonicalJson(start.arguments) === canonicalJson(args);
}
