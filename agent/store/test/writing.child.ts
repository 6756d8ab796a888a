// A model writes, and goes on for ever: whoever started this kills it.
import { ActivityStream, type ChatDeltaEvent, runToolLoop } from "@toolwright/core";
import { openStore } from "../src/sqlite/open-store.ts";
import { alice } from "./making.ts";

const [file = ""] = process.argv.slice(2);
const store = openStore({ file });

async function* words(): AsyncGenerator<ChatDeltaEvent> {
  yield { type: "reasoning_delta", delta: "Who was it? " };
  for (const delta of ["It was ", "a dark ", "and stormy ", "nights"]) yield { type: "text_delta", delta };
  setTimeout(() => console.log("written"), 1_000);
  await new Promise(() => undefined);
}

const model = {
  name: "slow",
  completionStream: () => ({ stream: words(), final: new Promise<never>(() => undefined) }),
};
await runToolLoop({ model, activity: new ActivityStream(store.journal(alice)) }, [{ role: "user", content: "Begin." }]);
