import { type CommandArgument, type ParsedScript, parse } from "unbash";
import { readWord } from "../read/read-word.ts";
import { literalWord, type ShellWord } from "../read/shell-word.ts";
import { gapsAreClean } from "../read/suspicious-text.ts";
import { forbidden, guard } from "../verdict/finding.ts";
import { startsItself } from "./endless-loop.ts";
import { functionsIn } from "./function-calls.ts";
import { lookupAt } from "./known-values.ts";
import type { LineVisitor, Walk, Walker, WordReading } from "./line-visitor.ts";
import { takeParsing } from "./parsing-steps.ts";
import { type Exits, type Place, stay } from "./place.ts";
import { walkAssignment } from "./walk-assignment.ts";
import { walkCommand } from "./walk-command.ts";
import { walkPart } from "./walk-part.ts";
import { walkList } from "./walk-statements.ts";

/** Scripts inside scripts are followed this deep. */
const MAX_DEPTH = 16;

/** So many calls of functions of a line are followed into their bodies. */
const MAX_CALLS = 32;

const WALKER: Walker = { script: walkScript, list: walkList, command: walkCommand, word: walkWord, part: walkPart };

/** Parses a shell text and tells the visitor of every simple command in it. Answers where the shell is at the end. */
export function walkText(text: string, place: Place, visitor: LineVisitor): Exits {
  takeParsing(text, visitor.steps);
  const script = parse(text);
  const walk = {
    source: text,
    visitor,
    into: WALKER,
    functions: new Map(),
    calling: new Set<string>(),
    budget: { calls: MAX_CALLS },
  };
  return walkScript(script, walk, place);
}

function walkScript(script: ParsedScript, walk: Walk, place: Place): Exits {
  const inner: Walk = { ...walk, source: script.source ?? walk.source };
  const own = inner.source.slice(script.pos, script.end);
  walk.visitor.steps.takeText(own.length);
  if (place.depth > MAX_DEPTH) {
    walk.visitor.found(guard("The line nests scripts too deep."));
    return stay(undefined);
  }
  if (/\(\s*\)|function/.test(own)) {
    for (const [name, known] of functionsIn(script, inner.source)) walk.functions.set(name, known);
  }
  if (/\$\{?(?:0|BASH)/.test(own) && startsItself(script)) walk.visitor.found(forbidden("This is a fork bomb."));
  const error = script.errors?.[0];
  if (error !== undefined) walk.visitor.refused(error.message);
  else if (!gapsAreClean(script, inner.source)) walk.visitor.found(guard("Part of the line was not understood."));
  return walkList(script.commands, inner, place);
}

/** Walks what a word expands, and answers what it becomes. */
function walkWord(
  node: CommandArgument,
  walk: Walk,
  place: Place,
  { choice, again = false }: WordReading = {},
): ShellWord {
  if (node.type === "Assignment") {
    const { value } = walkAssignment(node, walk, place);
    if (value?.form === "literal") return { ...literalWord(`${node.name}=${value.value}`), text: node.text };
    return { ...literalWord(`${node.name}=`), text: node.text, form: "dynamic" };
  }
  walk.visitor.steps.takeText(node.end - node.pos);
  if (!again) for (const part of node.parts ?? []) walk.into.part(part, walk, place);
  const { word, covered } = readWord(node, walk.source, lookupAt(place, choice));
  walk.visitor.steps.takeText(word.value.length);
  if (!covered && !again)
    walk.visitor.found(guard(`The word ${JSON.stringify(word.text)} may stand for something else.`));
  return word;
}
