import { isMainThread, parentPort, workerData } from "node:worker_threads";
import type { Machine } from "../quickjs/machine.ts";
import { BEATS, PROGRAM_THREAD, type ProgramInThread, type Reply, type Request, STOP } from "./messages.ts";

/** Where this file stands, also in the joined package: a thread starts with it. */
export const workerUrl = import.meta.url;

if (!isMainThread && workerData === PROGRAM_THREAD) serve();

/** Runs one program after another, each in a machine of its own. */
function serve(): void {
  // Loaded while the host reads the program; a failure is told to the one that is to be opened.
  loadMachine().catch(() => undefined);
  let machine: Machine | undefined;
  parentPort?.on("message", async (request: Request) => {
    parentPort?.postMessage(await reply(request));
  });

  async function reply(request: Request): Promise<Reply> {
    try {
      if (request.kind === "open") {
        machine = await open(request.program);
        return { kind: "done" };
      }
      if (!machine) throw new TypeError("No program is open in this thread.");
      if (request.kind === "start") return { kind: "turn", turn: machine.start() };
      if (request.kind === "settle") {
        return { kind: "turn", turn: machine.settle(request.call, request.outcome, request.timeMs) };
      }
      const heldBytes = machine.heldBytes();
      machine.close();
      machine = undefined;
      return { kind: "closed", heldBytes };
    } catch (error) {
      if (error instanceof TypeError) return { kind: "refused", message: error.message };
      throw error;
    }
  }
}

function loadMachine() {
  return import("../quickjs/machine.ts");
}

async function open({ control, ...program }: ProgramInThread): Promise<Machine> {
  const { openMachine } = await loadMachine();
  const isStopped = () => {
    Atomics.add(control, BEATS, 1);
    return Atomics.load(control, STOP) === 1;
  };
  return openMachine({ ...program, isStopped });
}
