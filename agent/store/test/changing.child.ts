// A run whose write fails, and which is killed within its next call.
import { ActivityStream, runToolLoop } from "@toolwright/core";
import { WrittenModel } from "../../../runtime/core/test/support.ts";
import { openStore } from "../src/sqlite/open-store.ts";
import { changingTools, QUIET } from "./changing-tools.ts";
import { alice } from "./making.ts";

const [file = "", next = ""] = process.argv.slice(2);
const store = openStore({ file });
const call = (id: string, name: string) => ({ calls: [{ id, name }] });
await runToolLoop(
  {
    model: new WrittenModel([call("a", "fails"), call("b", next)]),
    tools: changingTools(() => process.kill(process.pid, "SIGKILL")),
    activity: new ActivityStream(store.journal(alice)),
    logger: QUIET,
  },
  [{ role: "user", content: "Change it." }],
);
