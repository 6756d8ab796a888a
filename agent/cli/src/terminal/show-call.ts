import type { ApprovalRequest, Json, PreviewedCommand } from "@toolwright/core";
import { commandPieces, spelledOnOneLine, spelledStrictly, unshownLines } from "@toolwright/view/internal";
import { questionTexts } from "@toolwright/view/internal/words";
import { clip } from "../text/clip.ts";
import { countOf } from "../text/count-of.ts";
import { changeLines } from "./markdown/change-lines.ts";
import type { Lines } from "./screen.ts";

/** Lines that are shown at once. */
const PAGE = 40;

/** What a model says of its call is its own word, and takes one line. */
const DESCRIPTION = "description";
/** Where a call has one, it is what will happen: it stands last, so that nothing else can push it out of sight. */
const COMMAND = "command";

/** Lines that wait to be seen. */
export interface MoreLines {
  /** How many are left. */
  readonly left: number;
  /** Shows the next page; what is left then. */
  show(): MoreLines;
}

/** A call as somebody is asked about it. */
export interface ShownCall extends Pick<ApprovalRequest, "toolName" | "arguments" | "reason" | "shows"> {
  /** How far it reaches, in words. */
  readonly risk?: string | undefined;
}

/** Everything that will happen, page by page: nobody should approve what they cannot see. */
export function showCall(call: ShownCall, screen: Lines): MoreLines {
  const { toolName, reason } = call;
  const { yellow, bold } = screen.styles;
  screen.words(`  ${yellow("?")} ${bold(questionTexts.run(spelledOnOneLine(toolName)))} ${whyOf(reason)}`);
  return pages(callLines(call, screen), screen).show();
}

/** The same of calls that wait behind it. */
export function showWaiting(calls: readonly ShownCall[], screen: Lines): MoreLines {
  const { yellow, bold } = screen.styles;
  const lines = calls.flatMap((call) => [
    `  ${yellow("+")} ${bold(`then ${spelledOnOneLine(call.toolName)}`)} ${whyOf(call.reason)}`,
    ...callLines(call, screen),
    ...(call.risk === undefined ? [] : [`    ${yellow(call.risk)}`]),
  ]);
  return pages(lines, screen).show();
}

function whyOf(reason: string | undefined): string {
  return reason === undefined ? "" : spelledOnOneLine(reason);
}

/** What it does to files, behind what else it says; of a change that is not shown whole all that it says. */
function callLines({ arguments: args, shows = {} }: ShownCall, screen: Lines): readonly string[] {
  const { styles, width } = screen;
  const { files = [], host } = shows;
  const isShownWhole = files.length > 0 && unshownLines(shows) === 0;
  const said = isShownWhole ? withoutChanges(args) : args;
  return [
    ...(host === undefined ? [] : [`    talks to ${styles.bold(spelledOnOneLine(host))}`]),
    ...linesOf(said, shows.command, screen),
    ...changeLines(files, { styles, width, isAsked: true }).map((line) => `    ${line}`),
  ];
}

/** Arguments that a diff shows. */
const CHANGES: ReadonlySet<string> = new Set(["file_path", "content", "old_string", "new_string", "edits", "patch"]);

function withoutChanges(args: ApprovalRequest["arguments"]): ApprovalRequest["arguments"] {
  return Object.fromEntries(Object.entries(args).filter(([name]) => !CHANGES.has(name)));
}

function linesOf(
  args: ApprovalRequest["arguments"],
  previewed: PreviewedCommand | undefined,
  screen: Lines,
): readonly string[] {
  const { [DESCRIPTION]: description, [COMMAND]: command, ...others } = args;
  const isDescribed = typeof description === "string" && command !== undefined;
  const listed = isDescribed || description === undefined ? others : { ...others, description };
  return [
    ...Object.entries(listed).flatMap(([name, value]) => argumentLines(name, value)),
    ...(isDescribed ? [screen.styles.dim(described(description, screen.width))] : []),
    ...(command === undefined ? [] : commandLines(command, previewed, screen)),
  ];
}

/** Red and underlined is what cannot be taken back. */
function commandLines(command: Json, previewed: PreviewedCommand | undefined, { styles }: Lines): readonly string[] {
  if (previewed === undefined || previewed.text !== command) return argumentLines(COMMAND, command);
  const pieces = commandPieces(previewed).map(({ text, isMarked }) => {
    const shown = spelledStrictly(text);
    return isMarked ? shown.replace(/[^\n]+/g, (line) => styles.red(styles.underline(line))) : shown;
  });
  return labelled(COMMAND, pieces.join(""));
}

function described(description: string, width: number): string {
  return clip(`    ${questionTexts.modelSays} ${spelledOnOneLine(description.slice(0, width * 2))}`, width);
}

function argumentLines(name: string, value: Json): readonly string[] {
  return labelled(name, spelledStrictly(typeof value === "string" ? value : JSON.stringify(value)));
}

function labelled(name: string, text: string): readonly string[] {
  const [first = "", ...rest] = text.replace(/\n+$/, "").split("\n");
  return [`    ${spelledOnOneLine(name)}: ${first}`, ...rest.map((line) => `      ${line}`)];
}

function pages(lines: readonly string[], screen: Lines): MoreLines {
  return {
    left: lines.length,
    show() {
      for (const line of lines.slice(0, PAGE)) screen.line(line);
      const rest = lines.slice(PAGE);
      if (rest.length > 0) screen.line(screen.styles.yellow(`    … ${countOf(rest.length, "more line")}`));
      return pages(rest, screen);
    },
  };
}
