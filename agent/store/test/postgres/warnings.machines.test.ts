import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, inject, it } from "vitest";
import { freshDatabase } from "./support/fresh-database.ts";

/** Watches and tells of many conversations at once, in a process in which a warning of the driver is an error. */
const PROGRAM = `
  const { openPostgresStore } = await import("../../src/postgres.ts");
  const store = await openPostgresStore({ url: process.argv[1] });
  const conversations = Array.from({ length: 40 }, (_, number) => ({ channel: "web", chatId: String(number) }));
  const leaving = await Promise.all(conversations.map((one) => store.live.subscribe(one, () => undefined)));
  await Promise.all(conversations.map((one) => store.threads.create(one)));
  for (const one of conversations)
    store.live.publish(one, { id: "e", seq: 1, time: 1, runId: "r", type: "text_delta", data: { delta: "x" } });
  for (const leave of leaving) leave();
  await store.close();
  console.log("closed");`;

const url = inject("postgres");

it.skipIf(url === "")("makes the driver warn of nothing, however many talk and listen at once", async () => {
  const args = [
    "--conditions=@toolwright/source",
    "--throw-deprecation",
    "--input-type=module",
    "-e",
    PROGRAM,
    await freshDatabase(url),
  ];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname });
  expect([stdout, stderr]).toEqual(["closed\n", ""]);
});
