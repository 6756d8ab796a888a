import type { Conversation, JournalEvent, Message, ToolLoopResult } from "@toolwright/core";
import type { FollowedRun } from "../../runs/followed-run.ts";
import type { ServerContext } from "../../server-context.ts";
import { callerOf } from "../caller-of.ts";
import { refuseV1 } from "./errors.ts";
import type { ChosenModel } from "./models.ts";
import { type ClientRequest, configFor } from "./request/client-request.ts";

/** What a run of a client of OpenAI's is begun with. */
export interface RunRequest {
  readonly request: Request;
  readonly conversation: Conversation;
  readonly messages: readonly Message[];
  readonly wanted: ClientRequest;
  readonly chosen: ChosenModel;
  /** The run is stopped when its client leaves: nobody could take it up. */
  readonly endsWithClient: boolean;
}

/** A run under way, or the refusal of it. */
export type ClientRunOrRefusal =
  | ClientRun
  | { readonly ok: false; readonly busy: boolean; readonly response: Response };

/** A run under way. */
export interface ClientRun {
  readonly ok: true;
  readonly followed: FollowedRun;
  readonly final: Promise<ToolLoopResult>;
  /** The client has left. */
  readonly leave: () => void;
  /** The server closes: the client is told that it does not hear the rest. */
  readonly end: () => void;
}

/** Begins a run in this process. Resolves when its first event is stored. */
export async function beginClientRun(context: ServerContext, asked: RunRequest): Promise<ClientRunOrRefusal> {
  const { request, conversation, messages, wanted, chosen, endsWithClient } = asked;
  const begun = await context.threads.beginHere({
    conversation,
    messages,
    caller: callerOf(request),
    choice: { model: chosen.model },
    isPlain: chosen.isPlain,
    adapt: (config) => configFor(wanted, config),
  });
  if (!begun.ok) {
    const busy = begun.why === "busy";
    return { ok: false, busy, response: refuseV1(503, "Too much is under way; try again soon.") };
  }
  const leave = () => {
    if (endsWithClient) stopRun(context, conversation);
  };
  request.signal.addEventListener("abort", leave, { once: true });
  // It may have left while the run began.
  if (request.signal.aborted) leave();
  const end = () => {
    begun.followed.leave();
    leave();
  };
  return { ...begun, leave, end };
}

/** Hears a run as far as it is told: to its end, or until the server closes. */
export async function hearRun(
  { streams }: ServerContext,
  { followed, end }: ClientRun,
  hear: (event: JournalEvent) => void,
): Promise<void> {
  const close = streams.open(end);
  try {
    for await (const event of eventsOf({ followed })) hear(event);
  } finally {
    close();
    followed.leave();
  }
}

/** The events of a run as one reader hears them, those of runs inside it among them, to its last one. */
export async function* eventsOf({
  followed,
}: {
  readonly followed: FollowedRun;
}): AsyncGenerator<JournalEvent, undefined> {
  for await (const batch of followed.batches) {
    for (const event of batch) {
      yield event;
      if (event.type === "done" && event.runId === followed.runId) return undefined;
    }
  }
  return undefined;
}

/** Nobody is there any more who could be told that it failed. */
function stopRun({ threads, logger }: ServerContext, conversation: Conversation): void {
  threads.stop(conversation).catch((error) => logger.error("A run could not be stopped", { error }));
}
