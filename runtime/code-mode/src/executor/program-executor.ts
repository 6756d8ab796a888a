/** Runs programs in a closed machine. It knows nothing of policies, journals or tools. */
export interface ProgramExecutor {
  /** As records and errors name it: `quickjs`. */
  readonly name: string;
  /**
   * A program is about to be opened: begins what that needs in any case, and resolves when it goes on by itself. The
   * source is read after that. Does not reject.
   */
  prepare?(): Promise<void>;
  /** Makes ready; nothing of the program runs before `start`. Rejects where no machine can be had. */
  open(program: ProgramToOpen): Promise<ProgramSession>;
}

export interface ProgramToOpen {
  /** JavaScript: the body of an async function. */
  readonly source: string;
  /** What `Object.keys(tools)` says. A call by another name is asked for, too. */
  readonly tools: readonly string[];
  /** What `Math.random` follows from. */
  readonly seed: string;
  /** What `Date.now()` says until the first call has ended, in milliseconds since 1970. */
  readonly startMs: number;
  readonly limits: ProgramLimits;
  /** Ends the program within 50 ms, whatever it computes: the turn that runs `failed` as `stopped`. */
  readonly signal: AbortSignal;
}

/**
 * One life of a program. Each method is one turn: the machine runs until its job queue is empty. What a turn comes to
 * follows from the program and from the turns before it, and from nothing else.
 */
export interface ProgramSession {
  start(): Promise<Turn>;
  /** Gives the program what a call came to. The clock says `timeMs` from here on, in milliseconds since 1970. */
  settle(call: number, outcome: CallOutcome, timeMs: number): Promise<Turn>;
  /** Nothing of the program is left when this resolves. May be called twice. */
  close(): Promise<void>;
}

/** The JSON text of what a call gave, or of the error that the program is to catch. */
export interface CallOutcome {
  readonly ok: boolean;
  readonly json: string;
}

/** What a program did until it could only wait. */
export interface Turn {
  /** In the order in which they were asked for; numbered from 0 over the whole program. */
  readonly calls: readonly AskedCall[];
  readonly console: readonly ConsoleLine[];
  /** JSON texts of the values that were given to `show`. */
  readonly shown: readonly string[];
  /** Told where it has changed: promises of the program that were rejected, and that nothing has waited for by now. */
  readonly uncaught?: UncaughtErrors;
  /** The program has returned or thrown: JSON text of the value, or of `ProgramError`. */
  readonly ended?: { readonly ok: boolean; readonly json: string };
  /** The program was ended. Calls that the turn had asked for are not in `calls`. */
  readonly failed?: "cpu" | "memory" | "crashed" | "stopped";
  /** Milliseconds that the turn computed. */
  readonly cpuMs: number;
}

export interface AskedCall {
  readonly number: number;
  /** As `tools` has it. */
  readonly name: string;
  /** JSON text of the arguments. */
  readonly json: string;
  /** Of the source, from 1, where the machine knows it. */
  readonly line?: number;
}

export interface ConsoleLine {
  readonly level: "log" | "info" | "warn" | "error" | "debug";
  readonly text: string;
}

/** Errors that nothing catches, as that of a call that the program does not await. */
export interface UncaughtErrors {
  readonly count: number;
  /** Some of them. */
  readonly first: readonly ProgramError[];
}

/** What an uncaught error says of itself. */
export interface ProgramError {
  readonly name: string;
  readonly message: string;
  /** Of the source, from 1. */
  readonly line?: number;
  readonly column?: number;
  /** The source does not parse: nothing of it has run. */
  readonly isInvalid?: boolean;
}

export interface ProgramLimits {
  /** Milliseconds of computing over all turns of one life. */
  readonly cpuMs: number;
  /** Bytes that the machine may hold. */
  readonly memoryBytes: number;
  /** Bytes of JSON text that the arguments of one call may have. More is an error in the program. */
  readonly argumentBytes: number;
  /** Bytes of JSON text that the returned value may have. */
  readonly returnBytes: number;
  /** Of console lines over the whole program; what is above is cut, and said once. */
  readonly consoleBytes: number;
  readonly consoleLines: number;
}
