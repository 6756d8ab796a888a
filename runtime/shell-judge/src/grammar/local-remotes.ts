import type { CommandView } from "../guards/command-view.ts";
import { join, normalise } from "../paths/lexical.ts";
import { placeOfRemote } from "../paths/remote-place.ts";
import type { ShellWord } from "../read/shell-word.ts";
import { type Finding, guard } from "../verdict/finding.ts";
import type { Reading } from "./read-grammar.ts";

/** A repository that is named by its place on this machine is obeyed: it brings hooks and settings of its own. */
export function localRemoteFindings({ operands }: Reading, view: CommandView): readonly Finding[] {
  const named = operands.find(({ word, role }) => role.name === "remote" && isHere(word, view));
  if (named === undefined) return [];
  return [guard(`git runs what the repository at ${named.word.text} brings, such as its hooks.`)];
}

function isHere(word: ShellWord, { directories, repository }: CommandView): boolean {
  const path = placeOfRemote(word.value);
  if (path === undefined) return false;
  if (/[/~.]/.test(path)) return true;
  // A name that no remote has is a place.
  const places = (directories ?? []).flatMap((directory) => [path, `${path}.git`].map((one) => join(directory, one)));
  return places.some((place) => repository.trustsRepository(normalise(place)) === false);
}
