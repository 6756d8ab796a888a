import type { ChangeEvent } from "@toolwright/view";
import { describe, expect, it } from "vitest";
import { QUESTIONS, Subscriber } from "./subscriber.ts";

const deleted = (id: string) => ({ event: "thread", data: { id, deleted: true } }) as const;

async function readAll(reader: Subscriber): Promise<unknown[]> {
  const read: unknown[] = [];
  for (let next = await reader.next(); next.done !== true; next = await reader.next()) read.push(next.value);
  return read;
}

describe("a reader of changes", () => {
  it("is told the newest state of each thing, in the order in which they first changed", async () => {
    const reader = new Subscriber();
    reader.push("a", { event: "approvals", data: { pending: [] } });
    reader.push("b", deleted("b"));
    reader.push("a", deleted("a"));
    reader.end();
    expect(await readAll(reader)).toEqual([deleted("a"), deleted("b")]);
  });

  it("waits for what comes", async () => {
    const reader = new Subscriber();
    const next = reader.next();
    reader.push("a", deleted("a"));
    expect(await next).toEqual({ done: false, value: deleted("a") });
  });

  it("that falls too far behind is told to look at everything anew", async () => {
    const reader = new Subscriber();
    const asked: ChangeEvent = { event: "approvals", data: { pending: [] } };
    reader.push(QUESTIONS, asked);
    for (let n = 0; n < 1_000; n += 1) reader.push(String(n), deleted(String(n)));
    reader.push("later", deleted("later"));
    reader.end();
    const told = [{ event: "reset", data: {} }, asked, deleted("999"), deleted("later")];
    expect(await readAll(reader)).toEqual(told);
  });
});
