import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Workspace } from "@toolwright/workspace";
import { writtenText } from "../conversations/written-commands.ts";
import { configDirectory } from "../mcp/choose-servers.ts";
import { ProjectTrust } from "../permissions/project-trust.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { messageOf } from "../text/message-of.ts";
import { notice } from "../text/notice.ts";
import { UsageError } from "../usage-error.ts";
import { askHooks, linesOfHooks, MOST_SHOWN } from "./ask-hooks.ts";
import { type HooksFile, parseHooks } from "./hooks-file.ts";

/** Where hooks are looked for, and who can be asked about those of a folder. */
export interface HooksPlace {
  readonly workspace: Pick<Workspace, "root" | "stateDirectory">;
  readonly terminal: Terminal | undefined;
  /** Those whose calls hooks may be for. */
  readonly toolNames: readonly string[];
  /** What holds them, in a few words for the question. */
  readonly heldBy: () => Promise<string | undefined>;
}

const NAME = "hooks.json";

/**
 * The hooks of this user, then those of the folder. Those of the folder are a stranger's programs: they count once a
 * person has said yes to exactly this content of the file. Throws a `UsageError` for a file of the user's own that does
 * not read: nothing runs without what it forbids.
 */
export async function findHooks(place: HooksPlace): Promise<readonly HooksFile[]> {
  const own = join(configDirectory(process.env), NAME);
  const text = await ownText(own);
  const ofUser = text === undefined ? [] : [parseHooks(text, { file: own, toolNames: place.toolNames })];
  return [...ofUser, ...(await hooksOfFolder(place))];
}

/** A link is followed: people keep such files elsewhere. One that cannot be read is no missing one. */
async function ownText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw new UsageError(`${file} cannot be read, so nothing is run: ${messageOf(thrown)}`);
  }
}

function isMissing(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && (thrown.code === "ENOENT" || thrown.code === "ENOTDIR");
}

async function hooksOfFolder({ workspace, terminal, toolNames, heldBy }: HooksPlace): Promise<readonly HooksFile[]> {
  const { root, stateDirectory } = workspace;
  const file = join(root, ".toolwright", NAME);
  const text = await writtenText(file);
  if (text === undefined) {
    const isThere = await lstat(file).catch(() => undefined);
    if (isThere !== undefined) notice(`the hooks of this folder are not used: ${file} is no file of at most 64 KiB.`);
    return [];
  }
  let hooks: HooksFile;
  try {
    hooks = parseHooks(text, { file, toolNames });
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    notice(`the hooks of this folder are not used: ${messageOf(thrown)}`);
    return [];
  }
  const trust = new ProjectTrust(join(stateDirectory, "trusted-hooks"));
  if (await trust.has({ root, text })) return [hooks];
  const lines = linesOfHooks(hooks);
  if (lines?.length === 0) return [];
  if (lines === undefined) {
    notice(
      `the hooks of ${file} are not used: their commands are too long to be shown in a question, which takes ${MOST_SHOWN} characters; put long ones into a script.`,
    );
    return [];
  }
  if (terminal === undefined || !(await askHooks(terminal, { file, lines, heldBy: await heldBy() }))) {
    notice(`the hooks of ${file} are not used: they came with this folder, and nobody has said yes to them.`);
    return [];
  }
  await trust.add({ root, text });
  return [hooks];
}
