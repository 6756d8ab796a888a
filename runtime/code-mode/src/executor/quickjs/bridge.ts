import { JSException, type JSValueHandle, type QuickJS } from "quickjs-wasi";
import type { CallOutcome, ProgramToOpen, Turn } from "../program-executor.ts";
import { openPrelude } from "./open-prelude.ts";
import { thrown } from "./read-turn.ts";
import { seedWords } from "./seed-words.ts";
import { sourceFile, wrapperStart } from "./source-position.ts";
import { syntaxError } from "./syntax-error.ts";

/** The functions of the prelude, called from outside. Only texts, numbers and truths pass. */
export interface Bridge {
  /** Starts the program. The end of one that does not parse. */
  start(source: string): Turn["ended"];
  /** Gives an outcome to the call that waits for it. */
  settle(call: number, outcome: CallOutcome): undefined;
  /** What the program has told: see `readTurn`. */
  take(): string;
  /** A promise was rejected that nothing waits for, or something does by now. */
  rejected(promise: JSValueHandle, reason: JSValueHandle, isHandled: boolean): void;
}

export interface BridgeToOpen extends Pick<ProgramToOpen, "tools" | "seed" | "limits"> {
  readonly wasm: WebAssembly.Module;
}

/** Makes the functions of the prelude for one program. */
export function openBridge(quickJs: QuickJS, { wasm, tools, seed, limits }: BridgeToOpen): Bridge {
  const settings = JSON.stringify({ tools, random: seedWords(seed), ...limits });
  const text = quickJs.newString(settings);
  const functions = openPrelude(quickJs, wasm).consume((open) => {
    return quickJs.callFunction(open, quickJs.undefined, text);
  });
  text.dispose();
  const [start, settle, take] = [functions.getProp("start"), functions.getProp("settle"), functions.getProp("take")];
  const rejected = functions.getProp("rejected");
  const call = <T>(target: JSValueHandle, parts: JSValueHandle[], read: (handle: JSValueHandle) => T): T => {
    const result = quickJs.callFunction(target, quickJs.undefined, ...parts);
    for (const part of parts) part.dispose();
    return result.consume(read);
  };
  return {
    start(source) {
      const wrapped = `${wrapperStart}${source}\n}`;
      const program = compiled(quickJs, source, `(${wrapped})`);
      if ("ended" in program) return program.ended;
      if (call(start, [program.handle, quickJs.newString(wrapped)], isTrue)) return undefined;
      return thrown({ name: "SyntaxError", isInvalid: true, message: "the braces of the program do not match" });
    },
    settle(number, { ok, json }) {
      const parts = [quickJs.newNumber(number), ok ? quickJs.true : quickJs.false, quickJs.newString(json)];
      if (!call(settle, parts, isTrue)) throw new TypeError(`No call ${number} of the program waits for an outcome.`);
    },
    take: () => call(take, [], (handle) => handle.toString()),
    rejected(promise, reason, isHandled) {
      const handled = isHandled ? quickJs.true : quickJs.false;
      try {
        quickJs.callFunction(rejected, quickJs.undefined, promise, reason, handled).dispose();
      } catch (error) {
        // The stack or the memory of the program ends here: the error is told of nowhere.
        if (!(error instanceof JSException)) throw error;
      }
    },
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

/** Whether the machine had no more memory for what it was to do. */
export function isOutOfMemory({ name, message }: JSException): boolean {
  return name === "InternalError" && message === "out of memory";
}
