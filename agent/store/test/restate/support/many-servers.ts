import type { JournalEvent } from "@toolwright/core";
import { expect, inject } from "vitest";
import { type Served, serve } from "../../../../cli/test/support/served.ts";
import { folder } from "../../../../cli/test/support/toolwright.ts";
import { freshDatabase } from "../../postgres/support/fresh-database.ts";
import { engineFor } from "./fresh-application.ts";
import { type Asked, type Said, startModel } from "./http-model.ts";
import { freePort } from "./restate-server.ts";

const postgres = inject("postgres");

/** What lies under servers of one store. */
export const UNDER = [
  { on: "PostgreSQL", isMissing: postgres === "", hasEngine: false },
  { on: "PostgreSQL and Restate", isMissing: postgres === "" || inject("restate") === undefined, hasEngine: true },
] as const;

/** Three servers of one store, of one folder and of one model, and how another one is started. */
export async function manyServers(hasEngine: boolean, answer: (asked: Asked, root: string) => Said | Promise<Said>) {
  const root = await folder({});
  const model = await startModel((asked) => answer(asked, root));
  const store = await freshDatabase(postgres);
  const engine = engineFor(await freePort());
  const flags = ["--yes", "--no-titles", "--model", "litellm:m", "--base-url", model.url, "--workspace", root];
  const start = () => serve([...flags, "--store", store, ...(hasEngine ? ["--engine", engine] : [])]);
  return { root, model, start, servers: [await start(), await start(), await start()] as const };
}

export const wordsOf = ({ messages }: Asked) => messages.map(({ content }) => String(content)).join("\n");
export const threadOf = (response: Response) => response.headers.get("x-toolwright-thread") ?? "";
export const eventsOf = async (served: Served, id: string): Promise<JournalEvent[]> =>
  (await (await served.send(`/api/threads/${id}/events`)).json()).events;
export const typesOf = async (served: Served, id: string) => (await eventsOf(served, id)).map(({ type }) => type);
export const isIdle = (served: Served, id: string) =>
  expect.poll(async () => (await (await served.send(`/api/threads/${id}`)).json()).status).toBe("idle");
