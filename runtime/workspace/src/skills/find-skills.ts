import { join } from "node:path";
import { cutToBytes } from "@toolwright/core/internal";
import type { FileGuard } from "../workspace/file-guard.port.ts";
import { isInside } from "../workspace/is-inside.ts";
import type { Workspace } from "../workspace/workspace.port.ts";

/** A folder with a `SKILL.md`, which says how something is done. */
export interface Skill {
  /** Of its folder. */
  readonly name: string;
  /** What it does and when it is of use; one line. */
  readonly description: string;
  /** The tools that it is written for, as its author says; it allows none of them. One line. */
  readonly tools: string | undefined;
  /** With every link resolved. */
  readonly folder: string;
  /** As it is shown: relative to the root of the workspace, or beginning with `~`. */
  readonly shown: string;
  /** Whether it is one of the workspace, and not of the user. */
  readonly isOfProject: boolean;
}

/** Where skills are looked for. */
export interface SkillPlaces {
  readonly workspace: Pick<Workspace, "root" | "home" | "files">;
  /** Which files of the workspace may be read. */
  readonly guard: Pick<FileGuard, "mayRead">;
}

/** In a folder, and for a user, the first one first: of two skills with one name the first counts. */
const PROJECT_FOLDERS = [join(".agents", "skills"), join(".claude", "skills"), "skills"];
const USER_FOLDERS = [join(".agents", "skills"), join(".claude", "skills")];
export const SKILL_FILE = "SKILL.md";
/** Skills of one place, bytes that are read of a head, and bytes of a description. */
const MOST = 100;
const HEAD_BYTES = 16 * 1024;
const MAX_DESCRIPTION = 1_024;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,63}$/u;

/**
 * The skills of the workspace, then those of the user; of two with one name the first counts. What cannot be read is
 * left out.
 */
export async function findSkills({ workspace, guard }: SkillPlaces): Promise<readonly Skill[]> {
  const { root, home, files } = workspace;
  const own = PROJECT_FOLDERS.map((folder) =>
    skillsIn({ place: join(root, folder), within: root, shown: folder, isOfProject: true, files, guard }),
  );
  const users = USER_FOLDERS.map((folder) =>
    skillsIn({ place: join(home, folder), within: home, shown: join("~", folder), isOfProject: false, files, guard }),
  );
  return withoutDoubles((await Promise.all([...own, ...users])).flat());
}

/** A link makes one folder two. */
function withoutDoubles(skills: readonly Skill[]): readonly Skill[] {
  const names = new Set<string>();
  const folders = new Set<string>();
  return skills.filter(({ name, folder }) => {
    const isNew = !names.has(name) && !folders.has(folder);
    names.add(name);
    folders.add(folder);
    return isNew;
  });
}

interface SkillPlace extends Pick<SkillPlaces, "guard">, Pick<Workspace, "files"> {
  readonly place: string;
  /** A link may lead anywhere in here, and nowhere else. */
  readonly within: string;
  readonly shown: string;
  readonly isOfProject: boolean;
}

async function skillsIn(place: SkillPlace): Promise<readonly Skill[]> {
  const entries = await place.files.list(await realOr(place, place.place)).catch(() => []);
  const names = entries.filter(({ kind, name }) => (kind === "directory" || kind === "link") && NAME.test(name));
  const found = await Promise.all(names.slice(0, MOST).map(({ name }) => skillAt(place, name).catch(() => undefined)));
  return found.filter((skill) => skill !== undefined);
}

async function realOr({ files, within }: SkillPlace, path: string): Promise<string> {
  const real = await files.realPath(path);
  return real !== undefined && isInside(await realRoot(files, within), real) ? real : path;
}

async function realRoot(files: Workspace["files"], within: string): Promise<string> {
  return (await files.realPath(within)) ?? within;
}

async function skillAt(place: SkillPlace, name: string): Promise<Skill | undefined> {
  const { files, guard, isOfProject, within } = place;
  const folder = await files.realPath(join(place.place, name));
  if (folder === undefined || !isInside(await realRoot(files, within), folder)) return undefined;
  const path = await fileInSkill(files, folder, SKILL_FILE);
  if (path === undefined || (isOfProject && !(await guard.mayRead(path)))) return undefined;
  const head = frontMatter(new TextDecoder().decode(await files.read(path, { offset: 0, length: HEAD_BYTES })));
  if (head.description === undefined) return undefined;
  const description = cutToBytes(oneLine(head.description), MAX_DESCRIPTION);
  const tools = head.tools && cutToBytes(oneLine(head.tools), MAX_DESCRIPTION);
  return { name, description, tools, folder, shown: join(place.shown, name), isOfProject };
}

/** Where a file of a skill really is; undefined where it is not there, or not in the skill's own folder. */
export async function fileInSkill(
  files: Workspace["files"],
  folder: string,
  file: string,
): Promise<string | undefined> {
  const written = join(folder, file);
  if (file.includes("\0") || !isInside(folder, written)) return undefined;
  const real = await files.realPath(written);
  return real !== undefined && isInside(folder, real) ? real : undefined;
}

/** Nothing in it can end its line, or hide. */
function oneLine(text: string): string {
  return text.replace(/[\p{C}\s]+/gu, " ").trim();
}

/** What the head of a `SKILL.md` says. */
interface SkillHead {
  readonly name: string | undefined;
  readonly description: string | undefined;
  /** `allowed-tools`. */
  readonly tools: string | undefined;
}

/** Lines of a head. */
const MOST_LINES = 200;

/**
 * The name, the description and the tools in the head of a file: the lines between two lines of three dashes, as plain,
 * quoted or folded texts of YAML. Whatever else stands there is left alone.
 */
export function frontMatter(text: string): SkillHead {
  const [first = "", ...lines] = text.replace(/^\uFEFF/, "").split(/\r?\n/, MOST_LINES);
  const end = lines.findIndex((line) => line.trimEnd() === "---");
  const head = first.trimEnd() === "---" && end >= 0 ? lines.slice(0, end) : [];
  return {
    name: fieldOf(head, "name"),
    description: fieldOf(head, "description"),
    tools: fieldOf(head, "allowed-tools"),
  };
}

function fieldOf(lines: readonly string[], field: string): string | undefined {
  const place = lines.findIndex((line) => line.startsWith(`${field}:`));
  if (place < 0) return undefined;
  const value = (lines[place] ?? "").slice(field.length + 1).trim();
  const rest = lines.slice(place + 1);
  const next = rest.findIndex((line) => line !== "" && !/^\s/.test(line));
  const more = (next < 0 ? rest : rest.slice(0, next)).map((line) => line.trim()).filter((line) => line !== "");
  const isFolded = /^[>|][+-]?\d?$/.test(value);
  const whole = [...(isFolded ? [] : [unquoted(value, more.length === 0)]), ...more].join(" ").trim();
  return whole === "" ? undefined : whole;
}

function unquoted(value: string, isAlone: boolean): string {
  const [, quote, inner = ""] = /^(["'])(.*)\1\s*(?:#.*)?$/.exec(value) ?? [];
  if (quote === undefined || !isAlone) return value;
  return quote === '"' ? inner.replace(/\\(["\\])/g, "$1") : inner.replaceAll("''", "'");
}
