import type { ErrorInfo } from "../result/error-info.ts";
import { failureLine } from "../result/failure.ts";
import { parametersInWords } from "../schema/explain/parameters-in-words.ts";
import type { Tool } from "../tool/tool.ts";
import type { ForModel } from "./call-states.ts";
import type { ToldBefore } from "./error-memory.ts";
import { namesOf } from "./offered-names.ts";
import type { Scope } from "./scope.ts";

/** A call that came to an error which its run was told before, and whose it is. */
export interface ToldError {
  readonly name: string;
  readonly tool: Tool | undefined;
  readonly scope: Scope;
  /** Of which call the error was told before. */
  readonly before: ToldBefore;
}

/** The error in other words, with other advice. Programs get it as it is. */
export function tellAnew(made: ForModel, told: ToldError): ForModel {
  const { error } = made.view;
  if (error === undefined || typeof made.content !== "string") return made;
  const intro = `${told.before === "of this call" ? "The same call" : "A call"} failed before with the same error`;
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
