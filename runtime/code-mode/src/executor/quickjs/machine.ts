import { Intrinsics, JSException, type JSValueHandle, QuickJS } from "quickjs-wasi";
import type { CallOutcome, ProgramToOpen, Turn } from "../program-executor.ts";
import { closedSystem } from "./closed-system.ts";
import { computingTime } from "./computing-time.ts";
import { openPrelude } from "./open-prelude.ts";
import { readTurn, thrown } from "./read-turn.ts";
import { seedWords } from "./seed-words.ts";
import { sourceFile, wrapperStart } from "./source-position.ts";
import { syntaxError } from "./syntax-error.ts";

/** One QuickJS with one program in it. Its methods compute on the thread that calls them. */
export interface Machine {
  start(): Turn;
  settle(call: number, outcome: CallOutcome, timeMs: number): Turn;
  /** Of memory, at its largest: the memory of WebAssembly never shrinks. */
  heldBytes(): number;
  close(): void;
}

export interface MachineToOpen extends Omit<ProgramToOpen, "signal"> {
  readonly wasm: WebAssembly.Module;
  /** Asked again and again while the program computes. */
  readonly isStopped: () => boolean;
}

export async function openMachine(program: MachineToOpen): Promise<Machine> {
  const { limits, isStopped } = program;
  let clockMs = program.startMs;
  let usedMs = 0;
  let turnStart: number | undefined;
  let memory: WebAssembly.Memory | undefined;
  const quickJs = await QuickJS.create({
    wasm: program.wasm,
    wasi: (given) => {
      memory = given;
      return closedSystem(given, () => clockMs);
    },
    memoryLimit: Math.min(limits.memoryBytes, mostMemory),
    maxStackSize: stackBytes,
    timezoneOffset: 0,
    intrinsics: (Intrinsics.ALL & ~Intrinsics.PERFORMANCE & ~Intrinsics.WEAK_REF) >>> 0,
    // An error of the host passes through the machine, where nothing can catch it. The machine is of no use then.
    interruptHandler() {
      if (turnStart === undefined) return false;
      if (isStopped()) throw new Ended("stopped");
      if (usedMs + computingTime() - turnStart > limits.cpuMs) throw new Ended("cpu");
      return false;
    },
  });
  const bridge = openBridge(quickJs, program);
  let calls = 0;
  let over: Turn | undefined;

  /** `begin` gives the machine something to do; the turn is all that follows from it. */
  function turn(begin: () => Turn["ended"]): Turn {
    if (over) return over;
    turnStart = computingTime();
    const told = attemptTurn(begin);
    const cpuMs = computingTime() - turnStart;
    usedMs += cpuMs;
    turnStart = undefined;
    const isFailed = typeof told === "string";
    if (isFailed || told.ended) {
      over = isFailed ? { ...nothing, failed: told } : nothing;
      quickJs.dispose();
    }
    return isFailed ? { ...nothing, failed: told, cpuMs } : { ...told, cpuMs };
  }

  function attemptTurn(begin: () => Turn["ended"]): Omit<Turn, "cpuMs" | "failed"> | Failure {
    try {
      if (isStopped()) return "stopped";
      const ended = begin();
      if (ended) return { ...nothing, ended };
      quickJs.executePendingJobs();
      const told = readTurn({ take: bridge.take, firstCall: calls, returnBytes: limits.returnBytes });
      calls += told.calls.length;
      return told;
    } catch (error) {
      if (error instanceof TypeError) throw error;
      return failureOf(error);
    }
  }

  return {
    heldBytes: () => memory?.buffer.byteLength ?? 0,
    close() {
      over ??= { ...nothing, failed: "stopped" };
      quickJs.dispose();
      memory = undefined;
    },
    start: () => turn(() => bridge.start(program.source)),
    settle: (call, outcome, timeMs) => {
      clockMs = timeMs;
      return turn(() => {
        bridge.settle(call, outcome);
        return undefined;
      });
    },
  };
}

/**
 * The stack of the machine itself, of which a call takes about 240 bytes. Each of its frames stands on a larger one of
 * this thread, whose stack must not be the first to end.
 */
const stackBytes = 256 * 1024;

/** Of a memory with addresses of 32 bits: QuickJS would take what is left of a larger number without the bits above. */
const mostMemory = 2 ** 32 - 1;

type Failure = NonNullable<Turn["failed"]>;

class Ended extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(`The program was ended: ${failure}`);
    this.failure = failure;
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof Ended) return error.failure;
  return error instanceof JSException && isOutOfMemory(error) ? "memory" : "crashed";
}

function isOutOfMemory({ name, message }: JSException): boolean {
  return name === "InternalError" && message === "out of memory";
}

const nothing = { calls: [], console: [], shown: [], cpuMs: 0 } as const satisfies Turn;

/** The functions of the prelude, called from outside. Only texts, numbers and truths pass. */
function openBridge(quickJs: QuickJS, { wasm, tools, seed, limits }: MachineToOpen) {
  const settings = JSON.stringify({ tools, random: seedWords(seed), ...limits });
  const text = quickJs.newString(settings);
  const functions = openPrelude(quickJs, wasm).consume((open) => {
    return quickJs.callFunction(open, quickJs.undefined, text);
  });
  text.dispose();
  const [start, settle, take] = [functions.getProp("start"), functions.getProp("settle"), functions.getProp("take")];
  const call = <T>(target: JSValueHandle, parts: JSValueHandle[], read: (handle: JSValueHandle) => T): T => {
    const result = quickJs.callFunction(target, quickJs.undefined, ...parts);
    for (const part of parts) part.dispose();
    return result.consume(read);
  };

  return {
    /** The end of a program that does not parse. */
    start(source: string): Turn["ended"] {
      const wrapped = `${wrapperStart}${source}\n}`;
      const program = compiled(quickJs, source, `(${wrapped})`);
      if ("ended" in program) return program.ended;
      if (call(start, [program.handle, quickJs.newString(wrapped)], isTrue)) return undefined;
      return thrown({ name: "SyntaxError", isInvalid: true, message: "the braces of the program do not match" });
    },
    settle(number: number, { ok, json }: CallOutcome): void {
      const parts = [quickJs.newNumber(number), ok ? quickJs.true : quickJs.false, quickJs.newString(json)];
      if (!call(settle, parts, isTrue)) throw new TypeError(`No call ${number} of the program waits for an outcome.`);
    },
    take: () => call(take, [], (handle) => handle.toString()),
  };
}

function compiled(quickJs: QuickJS, source: string, text: string) {
  try {
    return { handle: quickJs.evalCode(text, sourceFile) };
  } catch (error) {
    if (!(error instanceof JSException) || isOutOfMemory(error)) throw error;
    return { ended: thrown(syntaxError(source, error.message, error.stack ?? "")) };
  }
}

function isTrue(handle: JSValueHandle): boolean {
  return handle.vm.dump(handle) === true;
}
