import type { ErrorInfo } from "../result/error-info.ts";
import { failureLine } from "../result/failure.ts";
import { parametersInWords } from "../schema/explain/parameters-in-words.ts";
import type { Tool } from "../tool/tool.ts";
import type { CallKey, Ended, ForModel } from "./call-states.ts";
import { namesOf } from "./offered-names.ts";
import { loopGuardOf, type Scope } from "./scope.ts";

/** A call that came to an error, and whose it is. */
export interface ToldError {
  readonly name: string;
  readonly tool: Tool | undefined;
  readonly key: CallKey | undefined;
  readonly how: Ended["how"];
  readonly scope: Scope;
}

/**
 * An error that a run has told in the same words before is told in others, with other advice: a small model repeats
 * the call until the run stops, as the same words lead it to the same call. Programs get the error as it is.
 */
export function tellAnew(made: ForModel, told: ToldError): ForModel {
  const { error } = made.view;
  const { key, scope, name, how } = told;
  if (loopGuardOf(scope) === undefined || key === undefined || error === undefined) return made;
  if (error.code === "redundant_call" || error.code === "skipped" || typeof made.content !== "string") return made;
  const isAnswer = how === "returned";
  const before = scope.memory?.told.record({ words: `${name}: ${made.content}`, key, isAnswer });
  if (before === undefined) return made;
  const intro = `${before === "of this call" ? "The same call" : "A call"} failed before with the same error`;
  return { ...made, content: inOtherWords(made.content, { error, intro, advice: advise(error, told) }), plain: false };
}

interface Words {
  readonly error: ErrorInfo;
  readonly intro: string;
  readonly advice: string;
}

/** One line of an error is written anew; what a tool shows of its own keeps its words, and the rest stands below. */
function inOtherWords(content: string, { error, intro, advice }: Words): string {
  const ran = [true, false].find((value) => failureLine(error, { ran: value }) === content);
  if (ran === undefined) return `${content}${content.endsWith("\n") ? "" : "\n"}[${intro}. ${advice}]`;
  return failureLine({ ...error, message: `${intro}: ${error.message}`, suggestion: advice }, { ran });
}

/** Another way than the one that failed twice. */
function advise({ code, suggestion = "" }: ErrorInfo, { name, tool, scope }: ToldError): string {
  switch (code) {
    case "invalid_json":
    case "invalid_arguments":
      return suggestion.includes(CALL_IT) || tool === undefined ? suggestion : `Nothing was run. ${shapeOf(tool)}`;
    case "unknown_tool":
    case "inactive_tool":
      return `Do not call it again. ${suggestion} ${TELL}`;
    case "policy_denied":
    case "approval_denied":
    case "security_violation":
      return "It stays refused. Go on without it, and tell the user what was not allowed.";
    default:
      return `${suggestion === "" ? "" : `${suggestion} `}Go another way: ${otherWays(name, scope)}. ${TELL}`;
  }
}

function otherWays(name: string, scope: Scope): string {
  const others = namesOf(scope).filter((other) => other !== name);
  return others.length === 0 ? "other arguments" : `other arguments, or another tool (${some(others)})`;
}

/** How a refusal begins that brings the call as it should be. */
const CALL_IT = "Call it ";

const TELL = "If there is no other way, tell the user what did not work.";

function shapeOf({ name, definition }: Tool): string {
  const parameters = parametersInWords(definition.parameters);
  return parameters === "" ? `${name} takes no arguments.` : `${name} takes ${parameters}.`;
}

const MAX_OTHERS = 8;

function some(names: readonly string[]): string {
  return [...names.slice(0, MAX_OTHERS), ...(names.length > MAX_OTHERS ? ["…"] : [])].join(", ");
}
