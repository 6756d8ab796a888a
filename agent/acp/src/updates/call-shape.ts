import { isAbsolute, join } from "node:path";
import type { ToolCallLocation, ToolKind } from "@agentclientprotocol/sdk";
import type { JsonObject } from "@toolwright/core";
import { listIn, spelledOnOneLine, textIn } from "@toolwright/view/internal";

/** What an editor shows of a call before it has a result. */
export interface CallShape {
  readonly title: string;
  readonly kind: ToolKind;
  readonly locations: ToolCallLocation[];
}

/** Characters of a title. */
const MAX_TITLE = 200;
/** Files that a call is said to be about. */
const MAX_LOCATIONS = 50;

interface Words {
  readonly kind: ToolKind;
  /** What the title begins with, and the argument behind it. */
  readonly verb: string;
  readonly about?: string;
}

const TOOLS: Readonly<Record<string, Words | undefined>> = Object.assign(Object.create(null), {
  read: { kind: "read", verb: "Read", about: "file_paths" },
  ls: { kind: "read", verb: "List", about: "path" },
  glob: { kind: "search", verb: "Find", about: "pattern" },
  grep: { kind: "search", verb: "Search for", about: "pattern" },
  write: { kind: "edit", verb: "Write", about: "file_path" },
  edit: { kind: "edit", verb: "Edit", about: "file_path" },
  multi_edit: { kind: "edit", verb: "Edit", about: "file_path" },
  apply_patch: { kind: "edit", verb: "Apply a patch" },
  bash: { kind: "execute", verb: "Run", about: "command" },
  web_fetch: { kind: "fetch", verb: "Fetch", about: "url" },
  agent: { kind: "think", verb: "Sub-agent", about: "description" },
  write_todos: { kind: "think", verb: "Plan" },
} satisfies Record<string, Words>);

/** A call that an editor shows. */
export interface ShownCall {
  readonly toolName: string;
  readonly args: JsonObject;
  /** The tool that runs the program which made it; left out for a call that no program made. */
  readonly program?: string | undefined;
}

/** What a call is; its words come from a model, so what would hide or turn text is spelled out. */
export function callShape({ toolName, args, program }: ShownCall, root: string): CallShape {
  const known = TOOLS[toolName];
  const about =
    known?.about === undefined ? "" : [textIn(args, known.about) ?? listIn(args, known.about)].flat().join(", ");
  const words = [known?.verb ?? toolName, about].filter((word) => word !== "").join(" ");
  const title = spelledOnOneLine(program === undefined ? words : `${program} › ${words}`);
  return {
    title: title.length <= MAX_TITLE ? title : `${title.slice(0, MAX_TITLE - 1).toWellFormed()}…`,
    kind: known?.kind ?? "other",
    locations: filesOf(args).map((path) => ({ path: absolute(path, root) })),
  };
}

/** A path as an editor takes it. */
export function absolute(path: string, root: string): string {
  return isAbsolute(path) ? path : join(root, path);
}

function filesOf(args: JsonObject): string[] {
  const named = [textIn(args, "file_path"), ...listIn(args, "file_paths"), textIn(args, "path")];
  return named.filter((path) => typeof path === "string").slice(0, MAX_LOCATIONS);
}
