import { expect, it, vi } from "vitest";
import { user } from "../../test/looping.ts";
import { WrittenModel } from "../../test/support.ts";
import { ActivityStream, type JournalEvent, runToolLoop } from "../index.ts";
import { eventSize } from "../journal/event-size.ts";

it("measures no answer anew that streamed in as text and calls, and one with reasoning", async () => {
  const activity = new ActivityStream();
  const emit = vi.spyOn(activity, "emit");
  const stored: JournalEvent[] = [];
  activity.subscribe("assistant_message", (event) => void stored.push(event));
  const text = "ü".repeat(1_000);
  const model = new WrittenModel([{ text, calls: [{ name: "none", args: { text } }], previews: true }]);
  await runToolLoop({ model, activity }, user);
  await runToolLoop({ model: new WrittenModel([{ text, reasoning: "hm" }]), activity }, user);
  const known = emit.mock.calls.flatMap(([type, , about]) => (type === "assistant_message" ? [about?.bytes] : []));
  expect(known).toHaveLength(stored.length);
  expect(known.map((bytes) => bytes !== undefined)).toEqual([true, true, false]);
  for (const [place, event] of stored.entries()) {
    const measured = eventSize(event);
    expect(known[place] ?? measured).toBeGreaterThan(measured * 0.8);
    expect(known[place] ?? measured).toBeLessThan(measured * 1.2 + 200);
  }
});
