import type { ServerInfo } from "@toolwright/view";
import { reachRing } from "@toolwright/view/internal";
import { sandboxTexts } from "../words/sandbox.ts";

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
    return { ring, short: sandboxTexts.none, words: sandboxTexts.noneSentence, isFar: true };
  }
  const { mode, network } = held;
  const files = mode === "read-only" ? "none" : "folder";
  const writes = files === "folder";
  const words = sandboxTexts.sentence({ sandbox, writes, network });
  const short = network ? sandboxTexts.network : writes ? sandboxTexts.folder : sandboxTexts.readsOnly;
  return { ring: reachRing({ files, network, undo: false }), short, words, isFar: network };
}
