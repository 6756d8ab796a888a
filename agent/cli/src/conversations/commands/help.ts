import type { ChatCommand } from "./chat-command.ts";

/** `/help`: the keys and the commands. */
export function help(commands: readonly ChatCommand[]): ChatCommand {
  const own: ChatCommand = {
    name: "help",
    about: "says this",
    run: (_rest, { options: { drawn, written }, screen: { width } }) => {
      const listed = [...commands, own, ...written].map(
        ({ name, takes = "", about }) => [`/${name} ${takes}`.trim(), about] as const,
      );
      const rows = [...(drawn === undefined ? PLAIN_KEYS : DRAWN_KEYS), ...listed];
      return [...inLines(OPENING, width), ...rows.flatMap(([what, about]) => rowLines(what, about, width))];
    },
  };
  return own;
}

/** What it does stands in a column of its own, where there is room for one, and below itself where it is long. */
function rowLines(what: string, about: string, width: number): readonly string[] {
  const column = width < 2 * COLUMN ? 1 : COLUMN;
  const [first = "", ...rest] = inLines(about, width - column - 3);
  const isWide = what.length > column;
  const lines = isWide ? [first, ...rest] : rest;
  const head = isWide ? `  ${what}` : `  ${what.padEnd(column)} ${first}`;
  return [head, ...lines.map((line) => " ".repeat(column + 3) + line)];
}

/** Words in lines of so many characters; a longer word has a line of its own. */
function inLines(text: string, width: number): readonly string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last === "" || last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`.trim();
    else lines.push(word);
  }
  return lines;
}

const COLUMN = 24;

const OPENING =
  "Type what you want, and Enter. Calls that change something ask first: yes, once; always; or no, with a reason.";

const PLAIN_KEYS = [
  ["Ctrl-C", "stops the run; at the prompt, twice, it leaves"],
  ["Ctrl-D", "leaves, as /exit does"],
  ["Ctrl-Z", "puts it aside in your shell; fg goes on"],
  ["Up", "brings back what you typed before"],
] as const;

const DRAWN_KEYS = [
  ["Enter", "sends; while a run goes on, the message joins it when the step ends"],
  ["Shift-Enter, \\ Enter", "a new line"],
  ["Esc", "stops the run, and sends what waits"],
  ["Ctrl-C", "stops the run; at the prompt it clears, and twice it leaves"],
  ["Ctrl-D", "leaves"],
  ["Ctrl-Z", "puts it aside in your shell; fg goes on"],
  ["Up, Ctrl-R", "bring back and search what you typed before"],
  ["Ctrl-G", "opens what you write in your editor: VISUAL, or EDITOR"],
  ["Ctrl-V", "puts the image on the clipboard into the message"],
  ["Shift-Tab", "the next mode"],
  ["@", "completes a file; the path of an image sends the image"],
  ["!", "runs a shell line as you, and tells the model with your next message"],
] as const;
