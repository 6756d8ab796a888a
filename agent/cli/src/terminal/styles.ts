import { styleText } from "node:util";
import type { Environment } from "../model/environment.ts";

type Format = Parameters<typeof styleText>[0];
export type Style = (text: string) => string;

/** The few ways in which the command sets text apart. */
export interface Styles {
  readonly bold: Style;
  readonly dim: Style;
  readonly italic: Style;
  readonly underline: Style;
  readonly strikethrough: Style;
  readonly red: Style;
  readonly green: Style;
  readonly yellow: Style;
  readonly blue: Style;
  readonly magenta: Style;
  readonly cyan: Style;
  /** As SGR parameters say. */
  readonly look: (parameters: string) => Style;
}

/** Colours on a terminal, unless NO_COLOR says otherwise; FORCE_COLOR turns them on anywhere. */
export function stylesFor(isTerminal: boolean, environment: Environment): Styles {
  const colours = hasColours(isTerminal, environment);
  const style =
    (format: Format): Style =>
    (text) =>
      colours && text !== "" ? styleText(format, text, { validateStream: false }) : text;
  return {
    bold: style("bold"),
    dim: style("dim"),
    italic: style("italic"),
    underline: style("underline"),
    strikethrough: style("strikethrough"),
    red: style("red"),
    green: style("green"),
    yellow: style("yellow"),
    blue: style("blue"),
    magenta: style("magenta"),
    cyan: style("cyan"),
    look: (parameters) => (text) => (colours && text !== "" ? `\u001b[0;${parameters}m${text}\u001b[0m` : text),
  };
}

function hasColours(isTerminal: boolean, { NO_COLOR, FORCE_COLOR, TERM }: Environment): boolean {
  if (NO_COLOR) return false;
  if (FORCE_COLOR) return FORCE_COLOR !== "0";
  return isTerminal && TERM !== "dumb";
}
