import type { Conversation, JsonObject } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import { z } from "zod";
import { APPS } from "../../channels.ts";
import { readBody } from "../../guard/read-body.ts";
import { endConversation } from "../../runs/end-conversation.ts";
import { oneCallModel } from "../../runs/one-call-model.ts";
import { isLeftOut, storedChoice } from "../../runs/run-choice.ts";
import type { ServerContext } from "../../server-context.ts";
import { callerOf } from "../caller-of.ts";
import { noSuchThread, refuse, refuseRun } from "../refuse.ts";
import { streamRun } from "../stream-run.ts";
import { appConversation } from "./app-conversation.ts";
import { NO_APPS } from "./apps-routes.ts";

/** Characters of a name, and of the id of a call. */
const MAX_NAME = 256;
/** Apps whose calls are kept: nobody goes on with them, and people's threads need the room. */
const KEPT = 256;

const text = z.string().min(1).max(MAX_NAME);
const body = z.strictObject({
  toolCallId: text,
  tool: text,
  name: text,
  arguments: z.custom<JsonObject>((value) => isJsonObject(value)),
});

const FORM = "The body must be { toolCallId, tool, name, arguments }, where arguments is an object.";

/**
 * `POST /api/threads/:id/app-calls`: a call of an app, as a run of this one call and as a data stream. It has a record
 * of its own, apart from what the model reads, and all that holds for a call of the model holds for it: the rules, the
 * mode of the thread, the question, the masks. When the page leaves it is stopped: its app has gone.
 */
export async function callFromApp(context: ServerContext, request: Request, threadId: string): Promise<Response> {
  const { agent, store, limits, streams, threads } = context;
  const read = await readBody(request, { schema: body, error: FORM, limits });
  if (!read.ok) return refuse(read.status, read.error);
  const { toolCallId, tool, name, arguments: args } = read.body;
  if (agent.apps === undefined) return refuse(501, NO_APPS);
  if (streams.isFull) return refuse(503, "Too many streams are open.", { "retry-after": "5" });
  const thread = { channel: context.channel, chatId: threadId };
  if ((await store.threads.get(thread)) === undefined) return noSuchThread();
  const found = agent.apps.callable(tool, name);
  if (!found.ok) return refuse(400, found.error);
  const { mode, activeTools } = await storedChoice(store, agent, thread);
  if (isLeftOut(agent, found.value.name, activeTools))
    return refuse(400, `The tool ${JSON.stringify(name)} was not chosen for this thread.`);
  const conversation = await conversationOf(context, { threadId, toolCallId });
  const begun = await threads.beginHere({
    conversation,
    caller: callerOf(request),
    choice: { mode: mode ?? null },
    messages: [{ role: "user", content: `The app of ${tool} calls a tool.` }],
    adapt: ({ budget: _, ...config }) => ({
      ...config,
      model: oneCallModel(`app:${tool}`, { name: found.value.name, arguments: args }),
      tools: [found.value],
      stopWhen: () => true,
    }),
  });
  if (!begun.ok) return refuseRun(begun.why);
  void begun.final.then(() => endConversation(context, conversation));
  const leave = () => {
    threads.stop(conversation).catch((error) => context.logger.error("A run could not be stopped", { error }));
  };
  request.signal.addEventListener("abort", leave, { once: true });
  if (request.signal.aborted) leave();
  return streamRun(context, request, begun.followed);
}

/** All calls of one app are one conversation: one after the other. */
async function conversationOf(
  { store }: ServerContext,
  app: { readonly threadId: string; readonly toolCallId: string },
): Promise<Conversation> {
  const { conversation } = await store.threads.create({ ...appConversation(app), title: "calls of an app" });
  await store.threads.trim({ channel: APPS, keep: KEPT });
  return conversation;
}
