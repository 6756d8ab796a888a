import { type JournalEvent, type Message, providerHistory } from "@toolwright/core";
import { fileLine, isFilePart } from "@toolwright/core/internal";
import type { StoredJournal } from "@toolwright/store";
import type { ModelRequest } from "@toolwright/view";
import type { RequestMessage } from "@toolwright/view/internal";
import type { ServerContext } from "../../server-context.ts";
import { answer, noSuchThread, refuse } from "../refuse.ts";

/** Messages that are shown, the newest ones, and characters of each. */
const MOST = 200;
const SHOWN = 8_000;

/**
 * `GET /api/threads/:id/requests/:seq`: what a model was sent at the step that begins with this event, as the record
 * has it.
 */
export async function readRequest(context: ServerContext, chatId: string, place: string): Promise<Response> {
  const seq = /^\d{1,15}$/.test(place) ? Number(place) : 0;
  const conversation = { channel: context.channel, chatId };
  if ((await context.store.threads.get(conversation)) === undefined) return noSuchThread();
  const events = await eventsUpTo(context.store.journal(conversation), seq);
  if (events === undefined) return refuse(404, "No step of this thread begins with that event.");
  const messages = providerHistory(events);
  const shown = messages.slice(-MOST);
  const request: ModelRequest = { messages: shown.map(shownMessage), earlier: messages.length - shown.length };
  return answer(request);
}

/** The events of the run that has a step beginning there, from its own beginning on; undefined where none does. */
async function eventsUpTo(journal: StoredJournal, seq: number): Promise<readonly JournalEvent[] | undefined> {
  const [outer] = await journal.runs({ before: seq, limit: 1 });
  if (outer === undefined) return undefined;
  const events: JournalEvent[] = [];
  for await (const event of journal.read(outer.seq - 1)) {
    if (event.seq > seq) break;
    events.push(event);
  }
  const step = events.at(-1);
  if (step?.seq !== seq || step.type !== "step_start") return undefined;
  return events.filter(({ runId }) => runId === step.runId);
}

/** Without what providers keep for themselves, and without images: they are named. */
function shownMessage(message: Message): RequestMessage {
  const { role, content } = message;
  const said = typeof content === "string" ? content : (content ?? []).map(partText).join("\n");
  const calls = message.role === "assistant" ? (message.tool_calls ?? []) : [];
  const called = calls.map(({ function: { name, arguments: args } }) => `${name} ${args}`);
  const text = [said, ...called].filter((part) => part !== "").join("\n");
  const isCut = text.length > SHOWN;
  return { role, text: isCut ? text.slice(0, SHOWN).toWellFormed() : text, ...(isCut && { cut: text.length - SHOWN }) };
}

function partText(part: Exclude<NonNullable<Message["content"]>, string>[number]): string {
  if (part.type === "text") return part.text;
  return isFilePart(part) ? fileLine(part) : `[${part.type}, ${part.mediaType}]`;
}
