import { spelledOnOneLine } from "@toolwright/view/internal";
import { questionTexts } from "@toolwright/view/internal/words";
import type { Terminal } from "../../terminal/terminal.ts";
import { UsageError } from "../../usage-error.ts";
import type { Ask, Wanted } from "./inputs.ts";

/** Values by what `--set NAME=value` says; the rest is asked for where somebody is there. */
export function askBy(set: readonly string[], terminal: Terminal | undefined): Ask {
  const values = new Map(set.map(pairOf));
  return async (wanted) => {
    const value = values.get(wanted.name);
    if (value !== undefined) {
      if (!isOne(wanted, value))
        throw new UsageError(`--set ${wanted.name} takes one of ${wanted.choices.join(", ")}.`);
      return value;
    }
    if (wanted.isSecret) return undefined;
    if (terminal !== undefined) return asked(wanted, terminal);
    if (wanted.required && wanted.initial === undefined)
      throw new UsageError(`The entry asks for ${spelledOnOneLine(wanted.name)}: --set NAME=value gives it.`);
    return wanted.initial;
  };
}

function pairOf(text: string): [string, string] {
  const at = text.indexOf("=");
  if (at < 1) throw new UsageError(`--set takes NAME=value, and got ${text}.`);
  return [text.slice(0, at), text.slice(at + 1)];
}

async function asked(wanted: Wanted, terminal: Terminal): Promise<string | undefined> {
  const { name, about, initial, required } = wanted;
  if (about !== "") terminal.screen.line(`  ${spelledOnOneLine(about)}`);
  const prompt = `  ${spelledOnOneLine(name)}${hint(wanted)} > `;
  for (;;) {
    const answer = await terminal.ask({ prompt });
    if (answer.kind !== "line") throw new UsageError("Nothing was added.");
    const text = answer.text.trim();
    if (text === "" && (initial !== undefined || !required)) return initial;
    if (text !== "" && isOne(wanted, text)) return text;
  }
}

function isOne({ choices }: Wanted, value: string): boolean {
  return choices.length === 0 || choices.includes(value);
}

function hint({ choices, initial, required }: Wanted): string {
  const some = choices.length === 0 ? [] : [`one of ${choices.map(spelledOnOneLine).join(", ")}`];
  const none = required ? [] : [questionTexts.optional];
  const words = [...some, ...(initial === undefined ? none : [`Enter: ${spelledOnOneLine(initial)}`])];
  return words.length === 0 ? "" : ` (${words.join("; ")})`;
}
