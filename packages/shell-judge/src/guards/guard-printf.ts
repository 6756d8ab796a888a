import { guard } from "../decide/finding.ts";
import type { CommandReading, Guard } from "./command-view.ts";

const HARMLESS: CommandReading = { findings: [], paths: [], harmless: true };

/** `printf -v name` and the format `%n` set a variable, and a subscript in its name is run. */
export const guardPrintf: Guard = ({ args }) => {
  const [first, second] = args;
  const format = first?.value === "--" ? second : first;
  if (format === undefined) return HARMLESS;
  const plain = format.form === "literal" && !(format === first && format.value.startsWith("-"));
  if (plain && !/%[^%A-Za-z]*[hlLjzt]*n/.test(format.value.replaceAll("%%", ""))) return HARMLESS;
  return { ...HARMLESS, findings: [guard("printf may set a variable here, which can run commands.")] };
};
