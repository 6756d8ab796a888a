import { durationText } from "@toolwright/view/internal";
import { useEffect, useState } from "react";
import { useServices } from "../base/services.ts";
import type { ThreadStore } from "../thread/thread-store.ts";
import { progressTexts } from "../words/composer.ts";
import { awaitsModel } from "./run-status.ts";

/** Milliseconds after which a person is told that nothing comes. */
const SILENT_MS = 10_000;

/** How long nothing has come from the model that is to answer. Not read aloud, as no clock is. */
export function Silence() {
  const { thread } = useServices();
  const [silentMs, setSilentMs] = useState(0);
  useEffect(() => watchSilence(thread, setSilentMs), [thread]);
  if (silentMs < SILENT_MS) return null;
  return (
    <span className="elapsed" aria-hidden="true">
      {progressTexts.silentFor(durationText(silentMs))}
    </span>
  );
}

/** Tells in whole seconds how long nothing has come, and 0 while nothing is awaited. */
function watchSilence(thread: ThreadStore, tell: (ms: number) => void): () => void {
  let [heard, heardAt] = [thread.state().messages.at(-1), Date.now()];
  const look = () => {
    const last = thread.state().messages.at(-1);
    if (last !== heard) [heard, heardAt] = [last, Date.now()];
    tell(awaitsModel(thread.state()) ? Math.floor((Date.now() - heardAt) / 1_000) * 1_000 : 0);
  };
  const timer = setInterval(look, 1_000);
  const leave = thread.subscribe(look);
  return () => {
    clearInterval(timer);
    leave();
  };
}
