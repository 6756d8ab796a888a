import type { CommandEntry, OptionValue } from "./command-table.ts";
import { caseLines, placesIn, quoted, valueBranches } from "./shell-text.ts";

/** What `source <(toolwright completion bash)` runs. */
export function bashScript(table: readonly CommandEntry[]): string {
  const words = table.map(({ place, commands, options, words = [] }) => {
    const all = [...commands.map(({ name }) => name), ...words, ...options.flatMap(({ names }) => names)];
    return { when: [place], run: `words=${quoted(all.join(" "))}` };
  });
  return `# Completion of toolwright for bash.
_toolwright() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" place="" words="" at
  for ((at = 1; at < COMP_CWORD; at++)); do
    case "$place/\${COMP_WORDS[at]}" in
      ${placesIn(table)}) place="$place/\${COMP_WORDS[at]}" ;;
    esac
  done
  COMPREPLY=()
  case "$place $before" in
${valueBranches(table, valueLine)}
  esac
  case "$place" in
${caseLines(words)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _toolwright toolwright
`;
}

function valueLine(value: OptionValue): string {
  if (value.kind === "choice")
    return `COMPREPLY=($(compgen -W ${quoted(value.choices.join(" "))} -- "$current")); return`;
  // Without an answer bash completes files by itself.
  return value.kind === "folder" ? "compopt -o dirnames; return" : "return";
}
