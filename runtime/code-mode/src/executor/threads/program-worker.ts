import { isMainThread, receiveMessageOnPort, workerData } from "node:worker_threads";
import type { Machine } from "../quickjs/machine.ts";
import { Bell } from "./bell.ts";
import {
  BEATS,
  PROGRAM_THREAD,
  type ProgramInThread,
  type Reply,
  type Request,
  STOP,
  type ThreadData,
} from "./messages.ts";

/** Where this file stands, also in the joined package: a thread starts with it. */
export const workerUrl = import.meta.url;

if (!isMainThread && workerData?.of === PROGRAM_THREAD) serve(workerData);

/** Runs one program after another, each in a machine of its own. */
function serve({ port, ...bells }: ThreadData): void {
  const [asked, answered] = [new Bell(bells.asked), new Bell(bells.answered)];
  // Loaded while the host reads the program; a failure is told to the one that is to be opened.
  loadMachine().catch(() => undefined);
  let machine: Machine | undefined;
  // Each message holds a copy of its own, and what is compiled for one is not known to be of use for another.
  let wasm: WebAssembly.Module | undefined;
  port.on("message", async (first: Request) => {
    for (let request: Request | undefined = first; request; request = machine && nextSoon()) {
      port.postMessage(await reply(request));
      answered.ring();
    }
  });

  /** Many calls end within a moment, in which a way through the event loop takes longer than the turn that follows. */
  function nextSoon(): Request | undefined {
    const before = asked.count;
    const request = received();
    if (request !== undefined) return request;
    asked.watch(before);
    Atomics.wait(asked.word, 0, before, SOON_MS);
    return received();
  }

  function received(): Request | undefined {
    return receiveMessageOnPort(port)?.message;
  }

  async function reply(request: Request): Promise<Reply> {
    try {
      if (request.kind === "open") {
        wasm ??= request.program.wasm;
        machine = await open({ ...request.program, wasm });
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

/** So long does a thread stand still for the next request. */
const SOON_MS = 20;

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
