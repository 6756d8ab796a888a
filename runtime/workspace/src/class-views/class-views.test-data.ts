import { mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ActivityStream, type Approver, type EventType, type JournalEvent } from "@toolwright/core";
import { createLocalWorkspace } from "../local/local-workspace.adapter.ts";

/** Somebody who allows everything. */
export const YES: Approver = { approve: async ({ approvalId }) => ({ approvalId, approve: true }) };

/** An empty folder of this machine, a stream, and the events on it. */
export async function scene() {
  const root = await realpath(await mkdtemp(join(tmpdir(), "class-views-")));
  const workspace = await createLocalWorkspace({ root, home: root, stateDirectory: `${root}-state` });
  const stream = new ActivityStream();
  const events: JournalEvent[] = [];
  stream.subscribe("*", (event) => events.push(event));
  return { root, workspace, stream, events };
}

/** The events of one type, in order. */
export function ofType<T extends EventType>(
  events: readonly JournalEvent[],
  type: T,
): readonly Extract<JournalEvent, { type: T }>[] {
  return events.filter((event): event is Extract<JournalEvent, { type: T }> => event.type === type);
}
