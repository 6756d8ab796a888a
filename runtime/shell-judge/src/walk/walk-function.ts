import type { Function as FunctionNode } from "unbash";
import { literalWord, type ShellWord } from "../read/shell-word.ts";
import { forbidden, guard } from "../verdict/finding.ts";
import { callsItself } from "./function-calls.ts";
import type { Walk } from "./line-visitor.ts";
import { type Exits, ownShell, type Place, stay } from "./place.ts";
import { atHome, Variables } from "./variables.ts";

/** The body is judged where it stands; when and with what it will run is unknown. */
export function walkFunction(node: FunctionNode, walk: Walk, place: Place): Exits {
  const name = walk.source.slice(node.name.pos, node.name.end);
  walk.functions.set(name, { node, source: walk.source });
  if (callsItself(name, walk.functions, walk.visitor.steps)) walk.visitor.found(forbidden("This is a fork bomb."));
  if (!/^[A-Za-z_][\w-]*$/.test(name) || BUILTIN_NAMES.has(name)) {
    walk.visitor.found(guard(`The line gives ${name} a new meaning.`));
  }
  const inside = { ...walk, calling: new Set([...walk.calling, name]) };
  walkBody(node, inside, { ...place, directories: undefined, variables: new Variables() });
  return stay(place.directories);
}

/** A call of a function of this line: its body once more, with what it is given; afterwards nothing is known. */
export function walkCall(words: readonly ShellWord[], walk: Walk, place: Place): Exits {
  const name = words[0]?.value ?? "";
  const called = walk.functions.get(name);
  walk.visitor.found(guard(`${name} is a function of this line.`));
  // Where it is defined may not be read at all.
  if (!walk.calling.has(name) && callsItself(name, walk.functions, walk.visitor.steps))
    walk.visitor.found(forbidden("This is a fork bomb."));
  if (called !== undefined && !walk.calling.has(name) && place.depth < MAX_DEPTH && walk.budget.calls-- > 0) {
    const { variables } = ownShell(place, walk.visitor);
    giveArguments(words.slice(1), variables);
    const inside: Walk = { ...walk, source: called.source, calling: new Set([...walk.calling, name]) };
    walkBody(called.node, inside, { ...place, variables });
  }
  place.variables.forgetAll();
  return stay(undefined);
}

/** `$1`, `$@` and so on inside of a call. */
function giveArguments(words: readonly ShellWord[], variables: Variables): void {
  const all = words.map((word) => atHome(word, variables));
  const together = all.length === 0 ? [literalWord("")] : all;
  for (const [index, word] of all.slice(0, 9).entries()) variables.set(String(index + 1), [word]);
  for (const every of ["@", "*"]) variables.set(every, together.length === 1 ? together : []);
}

/** Functions that call functions are followed this deep. */
const MAX_DEPTH = 6;

function walkBody({ body }: FunctionNode, walk: Walk, place: Place): void {
  const inside = { ...place, depth: place.depth + 1 };
  if (body.type === "CompoundList") walk.into.list(body.commands, walk, inside);
  else walk.into.command(body, walk, inside);
}

const NAMES =
  "alias bg bind break builtin caller cd command compgen complete continue declare dirs disown echo enable eval exec " +
  "exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read " +
  "readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit umask unalias " +
  "unset wait";

/** The names that bash itself answers to. */
const BUILTIN_NAMES: ReadonlySet<string> = new Set([...NAMES.split(" "), ".", ":", "["]);
