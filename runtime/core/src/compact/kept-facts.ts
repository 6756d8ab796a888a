import { isNoteOf } from "../journal/background-note.ts";
import type { Json, JsonObject } from "../json/json.ts";
import { objectIn } from "../json/json-in.ts";
import type { LlmToolCall, Message } from "../model/messages.ts";
import { cutStart } from "../text/cut-units.ts";
import { factsOf, type KeptFacts } from "./summary-message.ts";

/** Names of arguments that name a file. */
const FILE_ARGUMENTS = ["path", "file_path", "filePath", "file", "filename"];
/** Files that are named, and characters of a name. */
const MAX_FILES = 100;
const MAX_NAME = 300;
/** Characters of the arguments of a call that is kept. */
const MAX_LATEST = 20_000;

/** What is known of a run besides its messages. */
export interface FactSources {
  /** Names of the tools whose last call counts. */
  readonly lasting: ReadonlySet<string>;
  /** Calls that were begun in the background, by id. */
  readonly background: ReadonlyMap<string, string>;
}

const NONE: KeptFacts = { files: [], latest: {}, open: [] };

/** What a summary of the messages before `to` keeps word for word, whoever writes it. */
export function keptFacts(messages: readonly Message[], to: number, { lasting, background }: FactSources): KeptFacts {
  const files = new Set<string>();
  const latest = new Map<string, Json>();
  const worked = answered(messages);
  const counts = (call: LlmToolCall) => lasting.has(call.function.name) && worked.has(call.id) && isShort(call);
  for (const message of messages.slice(0, to)) {
    const earlier = factsOf(message) ?? NONE;
    for (const file of earlier.files) addNewest(files, file);
    for (const [name, value] of Object.entries(earlier.latest)) latest.set(name, value);
    for (const call of callsOf(message)) {
      const given = objectIn(call.function.arguments) ?? {};
      for (const file of filesIn(given)) addNewest(files, file);
      if (counts(call)) latest.set(call.function.name, given);
    }
  }
  const isHeard = ([id, name]: readonly [string, string]) => messages.some((message) => isNoteOf(message, name, id));
  const open = [...background].filter((entry) => !isHeard(entry)).map(([id, name]) => `${name}, call ${id}`);
  return { files: [...files].slice(-MAX_FILES), latest: Object.fromEntries(latest), open };
}

function callsOf(message: Message): readonly LlmToolCall[] {
  return message.role === "assistant" ? (message.tool_calls ?? []) : [];
}

function isShort({ function: { arguments: text } }: LlmToolCall): boolean {
  return text.length <= MAX_LATEST;
}

/** A set keeps the order in which things came into it. */
function addNewest(files: Set<string>, file: string): void {
  files.delete(file);
  files.add(file);
}

function filesIn(given: JsonObject): readonly string[] {
  return FILE_ARGUMENTS.flatMap((name) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    return typeof value === "string" && value !== "" ? [cutStart(value, MAX_NAME)] : [];
  });
}

/** Ids of the calls that have worked. */
function answered(messages: readonly Message[]): ReadonlySet<string> {
  return new Set(
    messages.flatMap((message) => (message.role === "tool" && !message.is_error ? [message.tool_call_id] : [])),
  );
}
