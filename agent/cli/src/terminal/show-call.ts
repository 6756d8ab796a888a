import type { ApprovalRequest, Json } from "@toolwright/core";
import { spelledOnOneLine, spelledStrictly } from "@toolwright/view/internal";
import { clip } from "../text/clip.ts";
import { countOf } from "../text/count-of.ts";
import { changeLines } from "./markdown/change-lines.ts";
import { type ProposedChange, proposedChange } from "./proposed-change.ts";
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
export interface ShownCall extends Pick<ApprovalRequest, "toolName" | "arguments" | "reason"> {
  /** What is in the file that it writes anew, where that is known. */
  readonly old?: string | undefined;
  /** How far it reaches, in words. */
  readonly risk?: string | undefined;
}

/** Everything that will happen, page by page: nobody should approve what they cannot see. */
export function showCall(call: ShownCall, screen: Lines): MoreLines {
  const { toolName, reason } = call;
  const { yellow, bold } = screen.styles;
  screen.words(`  ${yellow("?")} ${bold(`Run ${spelledOnOneLine(toolName)}?`)} ${whyOf(reason)}`);
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

function callLines({ arguments: args, old }: ShownCall, screen: Lines): readonly string[] {
  const change = proposedChange(args, old);
  return change === undefined ? linesOf(args, screen) : proposedLines(change, screen);
}

/** What it does to its file, behind what else it says. */
function proposedLines({ file, others }: ProposedChange, screen: Lines): readonly string[] {
  const { styles, width } = screen;
  const changed = changeLines([file], { styles, width, isProposed: true });
  return [...linesOf(others, screen), ...changed.map((line) => `    ${line}`)];
}

function linesOf(args: ApprovalRequest["arguments"], screen: Lines): readonly string[] {
  const { [DESCRIPTION]: description, [COMMAND]: command, ...others } = args;
  const isDescribed = typeof description === "string" && command !== undefined;
  const listed = isDescribed || description === undefined ? others : { ...others, description };
  return [
    ...Object.entries(listed).flatMap(([name, value]) => argumentLines(name, value)),
    ...(isDescribed ? [screen.styles.dim(described(description, screen.width))] : []),
    ...(command === undefined ? [] : argumentLines(COMMAND, command)),
  ];
}

function described(description: string, width: number): string {
  return clip(`    the model says: ${spelledOnOneLine(description.slice(0, width * 2))}`, width);
}

function argumentLines(name: string, value: Json): readonly string[] {
  const text = spelledStrictly(typeof value === "string" ? value : JSON.stringify(value));
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
