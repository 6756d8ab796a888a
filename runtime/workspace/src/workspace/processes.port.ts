/** A program and its arguments. */
export type Arguments = readonly [program: string, ...args: string[]];

/** What to start. */
export interface ProcessRequest {
  /** A string is text for `bash`; an array is a program and its arguments, run without a shell. */
  readonly command: string | Arguments;
  /** Absolute; must be a directory. */
  readonly cwd: string;
  /** Added to the adapter's own environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** What it reads on its standard input. Left out: nothing. */
  readonly input?: string;
  /** The workspace of a line whose programs are known and only look: nothing that it brings steers or runs them. */
  readonly looksIn?: string;
  /** False for a program that starts no other: then nobody looks for what it left behind. Default true. */
  readonly startsOthers?: boolean;
  /** Puts a sandbox around what would be started. Where that cannot be done, nothing is started. */
  wrap?(command: Arguments): Arguments;
  /**
   * Called in arrival order, never concurrently. Reading pauses while a returned promise is pending; the bytes are only
   * good until it settles, for their memory is used again.
   */
  onOutput(chunk: Uint8Array, stream: "stdout" | "stderr"): void | Promise<void>;
}

/** How a process ended. */
export type ProcessEnd =
  | {
      readonly kind: "exited";
      readonly code: number;
      /** Where a shell was at its end (`pwd -P`); undefined when it could not say. */
      readonly cwd?: string;
      /** Descendants that still run, zombies not counted. */
      readonly left: readonly number[];
    }
  | { readonly kind: "signalled"; readonly signal: string; readonly left: readonly number[] }
  | { readonly kind: "not_started"; readonly message: string };

/** Signals that a process is asked to end with. */
export type KillSignal = "SIGTERM" | "SIGINT" | "SIGHUP" | "SIGKILL";

/** A process that was started, together with everything it starts. */
export interface RunningProcess {
  /** 0 when it could not be started. */
  readonly pid: number;
  /**
   * Settles once, after the output is drained; never rejects. A child that holds the pipes delays it by at most 2 s.
   */
  readonly ended: Promise<ProcessEnd>;
  /** No process of the tree can get out of the sight of `kill` (Linux: a control group). */
  readonly findsAll: boolean;
  /**
   * Ends the whole tree: `first` (default SIGTERM), a grace of 2 s, SIGKILL, then what left its group. Resolves, when
   * none is left, with how many were killed.
   */
  kill(first?: KillSignal): Promise<number>;
}

/** Processes without a terminal: nothing they ask can be answered, and standard input holds what is known before. */
export interface ProcessesPort {
  /** True where `wrap` is honoured: commands are started on this machine, and a sandbox can hold them. */
  readonly wraps: boolean;
  /** Never throws. */
  start(request: ProcessRequest): RunningProcess;
  /** Names of programs that could be started, for suggestions. */
  programNames(): Promise<readonly string[]>;
  /** Where programs of this name are found, the preferred one first: what `start` can be given. */
  locate(name: string): Promise<readonly string[]>;
}
