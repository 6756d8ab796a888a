import { ActivityStream, type JournalEvent, type Message, runToolLoop } from "@toolwright/core";
import { scripted } from "@toolwright/models";
import { expect, it } from "vitest";
import { foldThread } from "../fold/fold-thread.ts";
import { shownEvent } from "./shown-event.ts";

const SECRET = "You are the agent of Example Inc.";

/** All that a run tells, from its beginning to a failure. */
async function eventsOfRun(): Promise<readonly JournalEvent[]> {
  const activity = new ActivityStream();
  const events: JournalEvent[] = [];
  activity.subscribe("*", (event) => void events.push(event));
  const model = scripted([
    { text: "One.", toolCalls: [{ id: "c1", name: "nothing", arguments: {} }] },
    { error: { code: "http", message: "gateway.internal said no", status: 500 } },
  ]);
  const prepareStep = ({ messages }: { readonly messages: readonly Message[] }) => ({
    messages: [{ role: "system", content: SECRET } as const, ...messages],
  });
  await runToolLoop({ model, activity, prepareStep }, [
    { role: "system", content: SECRET },
    { role: "user", content: "Hi" },
    { role: "assistant", content: "Hello.", providerState: { signature: "opaque" } },
    { role: "user", content: "Go" },
  ]);
  return events;
}

it("holds no system message, no state of a provider and no words of its server, and folds as before", async () => {
  const events = await eventsOfRun();
  const before = JSON.stringify(events);
  for (const hidden of [SECRET, "opaque", "gateway.internal"]) expect(before).toContain(hidden);
  const sent = events.map(shownEvent);
  const text = JSON.stringify(sent);
  for (const hidden of [SECRET, "opaque", "gateway.internal"]) expect(text).not.toContain(hidden);
  expect(text).toContain('"Go"');
  expect(foldThread(sent)).toEqual(foldThread(events));
  expect(sent.map(({ seq }) => seq)).toEqual(events.map(({ seq }) => seq));
});
