import type { CommandEntry, OptionEntry, OptionValue } from "./command-table.ts";
import { placesIn } from "./shell-text.ts";

/** What `toolwright completion fish | source` runs. */
export function fishScript(table: readonly CommandEntry[]): string {
  return `# Completion of toolwright for fish.
function __toolwright_at
    set -l place
    for word in (commandline -opc)
        switch "$place/$word"
            case ${placesIn(table).replaceAll("|", " ")}
                set place "$place/$word"
        end
    end
    test "$place" = "$argv[1]"
end
${table.flatMap(lines).join("\n")}
`;
}

function lines({ place, commands, options, words }: CommandEntry): readonly string[] {
  const here = `complete -c toolwright -n ${quoted(`__toolwright_at ${quoted(place)}`)}`;
  const isClosed = commands.length > 0 || words !== undefined;
  return [
    ...commands.map(({ name, about }) => `${here} -f -a ${quoted(name)} -d ${quoted(about)}`),
    ...(words === undefined ? [] : [`${here} -f -a ${quoted(words.join(" "))}`]),
    ...(isClosed ? [`${here} -f`] : []),
    ...options.map((option) => `${here} ${optionWords(option)}`),
  ];
}

function optionWords({ names, about, value }: OptionEntry): string {
  const spelled = names.map((name) => (name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  return [...spelled, ...(value === undefined ? [] : [valueWords(value)]), `-d ${quoted(about)}`].join(" ");
}

function valueWords(value: OptionValue): string {
  if (value.kind === "choice") return `-x -a ${quoted(value.choices.join(" "))}`;
  if (value.kind === "folder") return `-x -a ${quoted("(__fish_complete_directories)")}`;
  return value.kind === "file" ? "-r -F" : "-x";
}

/** A text as one word of fish. */
function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
