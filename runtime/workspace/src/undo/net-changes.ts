import { fileHunks, type Hunk, type HunkBounds } from "@toolwright/edits";
import { boundsLeft } from "../text/bounds-left.ts";
import type { StandingContent } from "../transaction/file-change.ts";
import { contentHash, isBytes } from "../transaction/file-content.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { loadHistory } from "./history.ts";
import { turnFiles } from "./list-turns.ts";
import {
  type Contents,
  changesOf,
  contentOf,
  contentsOf,
  type NamedRun,
  type NetState,
  netStates,
  standingAt,
} from "./net-states.ts";
import { registeredSecrets } from "./registered-secrets.ts";
import type { UndoOptions } from "./undo-changes.ts";

/** What runs did to one file in the end: from what it was before their first change to what their last one left. */
export interface NetFile {
  /** Relative to the workspace root. */
  readonly path: string;
  readonly change: "created" | "modified" | "removed" | "moved";
  /** Where a moved file was before. */
  readonly from?: string;
  /** Secrets are masked. None of what is no text, and of what is kept no longer. */
  readonly hunks: readonly Hunk[];
  /** Lines of the whole change. */
  readonly added: number;
  readonly removed: number;
  /** Lines of hunks that are left out. */
  readonly left?: number;
  /** What stands there, as `undoHunk` takes it; left out where no hunk can be taken back by itself. */
  readonly basis?: string;
}

/** Of the hunks of one file, and of all of an answer; what is more is left out. */
const OF_ONE: HunkBounds = { lines: 2_000, units: 100_000 };
const OF_ALL: HunkBounds = { lines: 6_000, units: 400_000 };

/** Files whose lines are looked at. */
const MOST_FILES = 200;

/** What these runs changed in files and is in effect, file by file; nothing is touched. */
export async function netChanges(
  workspace: Workspace,
  runs: readonly NamedRun[],
  { secrets }: Pick<UndoOptions, "secrets"> = {},
): Promise<readonly NetFile[]> {
  const history = await loadHistory(workspace);
  const changes = changesOf(history, runs);
  const states = netStates(workspace.root, changes);
  const contents = contentsOf(workspace, history, registeredSecrets(secrets));
  const logged = changes.flatMap(({ files }) => files);
  const found: NetFile[] = [];
  let left = OF_ALL;
  for (const file of turnFiles(workspace.root, logged)) {
    const state = states.get(file.path);
    if (state === undefined || (file.change === "modified" && isSame(state))) continue;
    const isShown = file.change !== "moved" && found.length < MOST_FILES;
    const net = isShown ? await netHunks(contents, state, least(left, OF_ONE)) : NONE;
    left = boundsLeft(left, net.hunks);
    found.push({ ...file, ...net });
  }
  return found;
}

/** Changed and changed back. */
function isSame({ before, after }: NetState): boolean {
  return before?.hash === after?.hash && before?.mode === after?.mode;
}

type NetHunks = Pick<NetFile, "hunks" | "added" | "removed" | "left" | "basis">;

const NONE: NetHunks = { hunks: [], added: 0, removed: 0 };

async function netHunks(contents: Contents, state: NetState, bounds: HunkBounds): Promise<NetHunks> {
  const standing = await standingAt(contents.workspace, state.real);
  const before = await contentOf(contents, state.before, standing);
  const after = await contentOf(contents, state.after, standing);
  if (!isText(before) || !isText(after)) return NONE;
  const { left, hunks, ...counts } = fileHunks({ before, after }, bounds);
  const { scrubber } = contents.secrets;
  const hash = contentHash(standing);
  const isSingle = left === 0 && before !== undefined && after !== undefined && hash === state.after?.hash;
  return {
    hunks: hunks.map((hunk) => ({ ...hunk, text: scrubber.text(hunk.text) })),
    ...counts,
    ...(left > 0 && { left }),
    ...(isSingle && hash !== null && { basis: hash }),
  };
}

function isText(content: StandingContent | "lost" | undefined): content is Uint8Array | undefined {
  return content === undefined || (content !== "lost" && isBytes(content));
}

function least(one: HunkBounds, other: HunkBounds): HunkBounds {
  return { lines: Math.min(one.lines, other.lines), units: Math.min(one.units, other.units) };
}
