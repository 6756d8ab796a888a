import type { ServerInfo } from "@toolwright/view";
import { reachRing } from "@toolwright/view/internal";

/** How far a command gets that nobody is asked about. */
export interface SandboxReach {
  /** The fuller, the further. */
  readonly ring: string;
  /** For a line with little room. */
  readonly short: string;
  /** One sentence. */
  readonly words: string;
  /** Beyond the folder. */
  readonly isFar: boolean;
}

/** What holds commands, as a ring and in words; undefined where that is not known. */
export function sandboxReach({ tools, sandbox }: Pick<ServerInfo, "tools" | "sandbox">): SandboxReach | undefined {
  const held = tools.find(({ name }) => name === "bash")?.held;
  if (held === undefined || sandbox === undefined) return undefined;
  if (held === null || sandbox === null) {
    const ring = reachRing({ files: "machine", network: true, undo: false });
    return {
      ring,
      short: "no sandbox",
      words: "Commands reach this machine and the network: no sandbox holds them.",
      isFar: true,
    };
  }
  const { mode, network } = held;
  const files = mode === "read-only" ? "none" : "folder";
  const places = files === "none" ? "change no file" : "change this folder alone";
  const net = network ? "reach the network" : "have no network";
  const words = `Commands run in the sandbox (${sandbox}): they ${places}, and ${net}.`;
  const short = network ? "the network" : files === "none" ? "reads only" : "this folder";
  return { ring: reachRing({ files, network, undo: false }), short, words, isFar: network };
}
