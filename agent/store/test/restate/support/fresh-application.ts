import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { freePort } from "./restate-server.ts";

/** The engine that all tests share, for a worker on this port. */
export function engineFor(worker: number): string {
  const { ingress, admin } = inject("restate") ?? {};
  return `restate://127.0.0.1:${ingress}?admin=${admin}&worker=http://127.0.0.1:${worker}`;
}

/**
 * Objects and workers of its own there: what an earlier test or the first try of this one has left is tried for ever.
 */
export async function freshApplication(): Promise<{ readonly engine: string; readonly application: string }> {
  return { engine: engineFor(await freePort()), application: `T${randomBytes(6).toString("hex")}` };
}

/** What the engine says of the invocations of an application. */
export async function statusesOf(application: string): Promise<string[]> {
  const query = `select status from sys_invocation where target_service_name = '${application}Conversation'`;
  const answer = await fetch(`http://127.0.0.1:${inject("restate")?.admin}/query`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ query }),
  });
  const { rows }: { rows: { status: string }[] } = await answer.json();
  return rows.map(({ status }) => status);
}
