import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "@modelcontextprotocol/client";
import type { SessionEvents, WatchChange } from "../session.port.ts";
import { ANYTHING } from "./anything.ts";

/** A server that does not say whether it will tell of changes can be used all the same. Milliseconds. */
const HEAR_MS = 2_000;

/** Hears what a server says of its lists and of single resources. */
export function hearChanges(client: Client, events: SessionEvents): void {
  const hear = { params: ANYTHING };
  client.setNotificationHandler("notifications/tools/list_changed", hear, () => events.toolsChanged());
  client.setNotificationHandler("notifications/resources/list_changed", hear, () => events.resourcesChanged());
  client.setNotificationHandler("notifications/prompts/list_changed", hear, () => events.promptsChanged());
  client.setNotificationHandler("notifications/resources/updated", hear, (params) => {
    const { uri } = Object(params);
    if (typeof uri === "string") events.resourceUpdated(uri);
  });
}

/** The newest revision tells of changes only to a client that asks for it, and older ones log more to one that does. */
export async function askToHear(client: Client): Promise<void> {
  await Promise.race([askNow(client), pause(HEAR_MS, undefined, { ref: false })]);
}

async function askNow(client: Client): Promise<void> {
  const { tools, logging, resources, prompts } = client.getServerCapabilities() ?? {};
  if (client.getProtocolEra() !== "modern") {
    if (logging !== undefined) await client.setLoggingLevel("info").catch(() => undefined);
    return;
  }
  const wanted = {
    ...(tools?.listChanged === true && { toolsListChanged: true }),
    ...(resources?.listChanged === true && { resourcesListChanged: true }),
    ...(prompts?.listChanged === true && { promptsListChanged: true }),
  };
  if (Object.keys(wanted).length > 0) await client.listen(wanted, { timeout: HEAR_MS }).catch(() => undefined);
}

/** The resources of a server that a client wants to hear of. */
export class WatchedResources {
  readonly #client: Client;
  #listening: { close(): Promise<void> } | undefined;
  #turn: Promise<void> = Promise.resolve();

  constructor(client: Client) {
    this.#client = client;
  }

  get isOffered(): boolean {
    return this.#client.getServerCapabilities()?.resources?.subscribe === true;
  }

  /** `all` as it is with `added`, and without `dropped`. Never rejects: a server that refuses tells of no change. */
  watch(all: readonly string[], { added, dropped }: WatchChange): Promise<void> {
    if (!this.isOffered) return Promise.resolve();
    const options = { timeout: HEAR_MS };
    this.#turn = this.#turn
      .then(async () => {
        if (this.#client.getProtocolEra() === "modern") return this.#listen(all);
        for (const uri of added) await this.#client.subscribeResource({ uri }, options);
        if (dropped !== undefined) await this.#client.unsubscribeResource({ uri: dropped }, options);
      })
      .catch(() => undefined);
    return this.#turn;
  }

  /** The new stream is there before the old one goes: nothing is missed in between. */
  async #listen(all: readonly string[]): Promise<void> {
    const before = this.#listening;
    this.#listening = await this.#client.listen({ resourceSubscriptions: [...all] }, { timeout: HEAR_MS });
    await before?.close();
  }
}
