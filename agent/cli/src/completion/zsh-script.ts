import type { CommandEntry, NamedEntry, OptionValue } from "./command-table.ts";
import { caseLines, placesIn, quoted, valueBranches } from "./shell-text.ts";

/** What `source <(toolwright completion zsh)` runs; also a file of the folders in `fpath`. */
export function zshScript(table: readonly CommandEntry[]): string {
  const words = table.map(({ place, commands, words = [] }) => {
    const all = [...commands, ...words.map((name) => ({ name, about: "" }))];
    return { when: [place], run: `words_=(${all.map(described).join(" ")})` };
  });
  const options = table.map((one) => {
    const all = one.options.flatMap(({ names, about }) => names.map((name) => ({ name, about })));
    return { when: [one.place], run: `options_=(${all.map(described).join(" ")})` };
  });
  return `#compdef toolwright
# Completion of toolwright for zsh.
_toolwright() {
  local place="" at
  local -a words_ options_
  for ((at = 2; at < CURRENT; at++)); do
    case "$place/$words[at]" in
      ${placesIn(table)}) place="$place/$words[at]" ;;
    esac
  done
  case "$place $words[CURRENT-1]" in
${valueBranches(table, valueLine)}
  esac
  case "$place" in
${caseLines(words)}
  esac
  case "$place" in
${caseLines(options)}
  esac
  if [[ $words[CURRENT] == -* ]]; then
    _describe -o 'option' options_
  elif (( $#words_ )); then
    _describe 'command' words_
  else
    _files
  fi
}
if [[ $funcstack[1] == _toolwright ]]; then
  _toolwright "$@"
else
  compdef _toolwright toolwright
fi
`;
}

function described({ name, about }: NamedEntry): string {
  return quoted(`${name.replaceAll(":", "\\:")}${about === "" ? "" : `:${about}`}`);
}

function valueLine(value: OptionValue): string {
  if (value.kind === "choice") return `compadd -- ${value.choices.map(quoted).join(" ")}; return`;
  if (value.kind === "text") return "return";
  return value.kind === "folder" ? "_files -/; return" : "_files; return";
}
