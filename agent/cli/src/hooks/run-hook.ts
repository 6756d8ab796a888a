import { createScrubber } from "@toolwright/core";
import { cutToBytes } from "@toolwright/core/internal";
import type { FolderAgent } from "@toolwright/workspace";
import { printableLine } from "../text/printable.ts";
import type { Hook } from "./hooks-file.ts";

/** What a hook came to; secrets are masked in it. */
export interface HookEnd {
  /** It ended with 0 in time. */
  readonly isFine: boolean;
  /** The first line of what it printed, errors first where it failed; empty where it printed nothing. */
  readonly said: string;
  /** In a few words, such as "it ended with exit 2". */
  readonly ended: string;
}

/** Bytes of each stream that are kept, bytes after which a hook is ended, and characters of a line that is shown. */
const KEPT = 16 * 1024;
const FLOOD = 1024 * 1024;
const SHOWN = 500;

type Held = Pick<FolderAgent, "workspace" | "sandbox" | "secrets">;

/** Runs the line of a hook in what holds commands, with the event as JSON on its standard input. Never rejects. */
export async function runHook(hook: Hook, event: object, held: Held): Promise<HookEnd> {
  try {
    return await runHeld(hook, event, held);
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    return { isFine: false, said: "", ended: `it could not be started: ${shown(why, held)}` };
  }
}

async function runHeld({ command, seconds }: Hook, event: object, held: Held): Promise<HookEnd> {
  const { workspace, sandbox } = held;
  const { root, processes } = workspace;
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  const start = await (await sandbox())?.prepare(root);
  const printed = { stdout: "", stderr: "", bytes: 0 };
  let cut: string | undefined;
  const running = processes.start({
    command,
    cwd: root,
    input: JSON.stringify(event),
    ...(start && { env: start.env, wrap: (wanted) => start.wrap(wanted) }),
    onOutput(chunk, stream) {
      printed.bytes += chunk.byteLength;
      if (printed[stream].length < KEPT) printed[stream] += decoders[stream].decode(chunk, { stream: true });
      if (printed.bytes > FLOOD) end("it printed more than 1 MiB");
    },
  });
  const end = (why: string) => {
    cut ??= why;
    void running.kill("SIGKILL");
  };
  const timer = setTimeout(() => end(`it did not end within ${seconds} s`), seconds * 1_000);
  const ended = await running.ended;
  clearTimeout(timer);
  // What it left behind goes with it.
  await running.kill("SIGKILL");
  await start?.release();
  const isFine = cut === undefined && ended.kind === "exited" && ended.code === 0;
  const [first, second] = isFine ? [printed.stdout, printed.stderr] : [printed.stderr, printed.stdout];
  // What one has printed that had to be ended says nothing of the call.
  if (cut !== undefined) return { isFine, said: "", ended: cut };
  return { isFine, said: firstLine(first, held) || firstLine(second, held), ended: wordsOf(ended, held) };
}

type Ended = Awaited<ReturnType<Held["workspace"]["processes"]["start"]>["ended"]>;

function wordsOf(ended: Ended, held: Held): string {
  if (ended.kind === "exited") return `it ended with exit ${ended.code}`;
  return ended.kind === "signalled"
    ? `${ended.signal} ended it`
    : `it could not be started: ${shown(ended.message, held)}`;
}

function firstLine(text: string, held: Held): string {
  return shown(text.trim().split("\n", 1)[0] ?? "", held);
}

/** Masked before it is cut: half a secret is not known for one. */
function shown(text: string, { secrets }: Held): string {
  return printableLine(cutToBytes(createScrubber(secrets).text(text), SHOWN));
}
