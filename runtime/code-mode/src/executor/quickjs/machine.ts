import { Intrinsics, JSException, QuickJS } from "quickjs-wasi";
import type { CallOutcome, ProgramToOpen, Turn } from "../program-executor.ts";
import { type Bridge, isOutOfMemory, openBridge } from "./bridge.ts";
import { closedSystem } from "./closed-system.ts";
import { readTurn } from "./read-turn.ts";
import { Ended, type Failure, TurnTime } from "./turn-time.ts";

export interface MachineToOpen extends Omit<ProgramToOpen, "signal"> {
  readonly wasm: WebAssembly.Module;
  /** Asked again and again while the program computes. */
  readonly isStopped: () => boolean;
}

/** Makes a QuickJS with one program in it, which has not started yet. */
export async function openMachine(program: MachineToOpen): Promise<Machine> {
  const { limits, isStopped } = program;
  const system: System = { clockMs: program.startMs, memory: undefined };
  const time = new TurnTime({ mostMs: limits.cpuMs, isStopped });
  const quickJs = await QuickJS.create({
    wasm: program.wasm,
    wasi: (memory) => {
      system.memory = memory;
      return closedSystem(memory, () => system.clockMs);
    },
    memoryLimit: Math.min(limits.memoryBytes, mostMemory),
    maxStackSize: stackBytes,
    timezoneOffset: 0,
    intrinsics: (Intrinsics.ALL & ~Intrinsics.PERFORMANCE & ~Intrinsics.WEAK_REF) >>> 0,
    onUnhandledRejection: (promise, reason, isHandled) => bridge.rejected(promise, reason, isHandled),
    interruptHandler() {
      time.check();
      return false;
    },
  });
  const bridge = openBridge(quickJs, program);
  return new Machine({ program, system, time, quickJs, bridge });
}

/**
 * The stack of the machine itself, of which a call takes about 240 bytes. Each of its frames stands on a larger one of
 * this thread, whose stack must not be the first to end.
 */
const stackBytes = 256 * 1024;

/** Of a memory with addresses of 32 bits: QuickJS would take what is left of a larger number without the bits above. */
const mostMemory = 2 ** 32 - 1;

/** What of the system the machine has. */
interface System {
  /** The clock of the program. Milliseconds since 1970. */
  clockMs: number;
  memory: WebAssembly.Memory | undefined;
}

interface MachineParts {
  readonly program: MachineToOpen;
  readonly system: System;
  readonly time: TurnTime;
  readonly quickJs: QuickJS;
  readonly bridge: Bridge;
}

/** One QuickJS with one program in it. Its methods compute on the thread that calls them. */
export class Machine {
  readonly #parts: MachineParts;
  /** Calls that the program has asked for. */
  #calls = 0;
  /** What every further turn comes to. */
  #over: Turn | undefined;

  constructor(parts: MachineParts) {
    this.#parts = parts;
  }

  start(): Turn {
    const { bridge, program } = this.#parts;
    return this.#turn(() => bridge.start(program.source));
  }

  settle(call: number, outcome: CallOutcome, timeMs: number): Turn {
    const { bridge, system } = this.#parts;
    system.clockMs = timeMs;
    return this.#turn(() => bridge.settle(call, outcome));
  }

  /** Of memory, at its largest: the memory of WebAssembly never shrinks. */
  heldBytes(): number {
    return this.#parts.system.memory?.buffer.byteLength ?? 0;
  }

  close(): void {
    this.#over ??= { ...nothing, failed: "stopped" };
    this.#parts.quickJs.dispose();
    this.#parts.system.memory = undefined;
  }

  /** `begin` gives the machine something to do; the turn is all that follows from it. */
  #turn(begin: () => Turn["ended"]): Turn {
    if (this.#over) return this.#over;
    const { time, quickJs } = this.#parts;
    time.start();
    const turn = { ...this.#attemptTurn(begin), cpuMs: time.stop() };
    if (turn.failed || turn.ended) {
      this.#over = turn.failed ? { ...nothing, failed: turn.failed } : nothing;
      quickJs.dispose();
    }
    return turn;
  }

  #attemptTurn(begin: () => Turn["ended"]): Omit<Turn, "cpuMs"> {
    const { program, quickJs, bridge } = this.#parts;
    try {
      if (program.isStopped()) return { ...nothing, failed: "stopped" };
      const ended = begin();
      if (ended) return { ...nothing, ended };
      quickJs.executePendingJobs();
      const { returnBytes } = program.limits;
      const told = readTurn({ take: () => bridge.take(), firstCall: this.#calls, returnBytes });
      this.#calls += told.calls.length;
      return told;
    } catch (error) {
      if (error instanceof TypeError) throw error;
      return { ...nothing, failed: failureOf(error) };
    }
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof Ended) return error.failure;
  return error instanceof JSException && isOutOfMemory(error) ? "memory" : "crashed";
}

const nothing = { calls: [], console: [], shown: [], cpuMs: 0 } as const satisfies Turn;
