/** The tools whose success means that the conversation knows what stands in a file. */
const KNOWING = new Set(["read", "write", "edit", "line_edit"]);

/** Which files the calls of a conversation have read or written, and when. */
export class FileReads {
  readonly #root: string;
  readonly #times = new Map<string, number>();

  /** Relative paths are taken from `root`, or the current folder; `./a`, `x/../a` and `a` are one file. */
  constructor(root = currentFolder()) {
    this.#root = root;
  }

  /**
   * Notes a call that succeeded. A read says with `files_read: 0` that it could read none of them, and which of them it
   * could not with `files: [{ failed: true }, …]`, in the order of its paths.
   */
  note(toolName: string, args: object, result: Readonly<Record<string, unknown>>): void {
    if (!KNOWING.has(toolName) || result.files_read === 0 || result.dry_run === true) return;
    const { file_path, file_paths }: { file_path?: unknown; file_paths?: unknown } = args;
    const read = [file_paths].flat().filter((_, index) => !hasFailed(result.files, index));
    for (const path of [file_path, ...read]) {
      if (typeof path === "string") this.add(path);
    }
  }

  /** The file is known from now on. */
  add(path: string): void {
    this.#times.set(this.#key(path), Date.now());
  }

  /** Milliseconds since 1970. */
  time(path: string): number | undefined {
    return this.#times.get(this.#key(path));
  }

  clear(): void {
    this.#times.clear();
  }

  #key(path: string): string {
    const whole = path.startsWith("/") ? path : `${this.#root}/${path}`;
    const steps: string[] = [];
    for (const step of whole.split("/")) {
      if (step === ".." && steps.length > 0) steps.pop();
      else if (step !== "" && step !== "." && step !== "..") steps.push(step);
    }
    return `/${steps.join("/")}`;
  }
}

/** Where tools without a folder of their own work. */
function currentFolder(): string {
  const host: { cwd?(): string } | undefined = Reflect.get(globalThis, "process");
  return host?.cwd?.() ?? "";
}

function hasFailed(files: unknown, index: number): boolean {
  const file: unknown = Array.isArray(files) ? files[index] : undefined;
  return typeof file === "object" && file !== null && "failed" in file && file.failed === true;
}
