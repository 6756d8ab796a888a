import { ActivityStream } from "@toolwright/core";
import { expect, it } from "vitest";
import { PlainScreen } from "../terminal/plain-screen.ts";
import { RunView } from "./run-view.ts";

it("says on a terminal that the model is reading, until its first word", async () => {
  let written = "";
  const stream = { isTTY: true, columns: 80, write: (text: string) => void (written += text) };
  const activity = new ActivityStream();
  activity.subscribe("*", new RunView(new PlainScreen(stream, { NO_COLOR: "1" })).show);
  await activity.emit("step_start", { step: 0, activeTools: [] }, { runId: "r" });
  await activity.sync();
  expect(written).toMatch(/The model is reading…$/);
  await activity.emit("text_delta", { delta: "Hello" }, { runId: "r" });
  await activity.sync();
  expect(written).toContain("reading…\r\u001b[2K");
  expect(written).toMatch(/Hello$/);
});
