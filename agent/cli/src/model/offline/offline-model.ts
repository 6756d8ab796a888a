import type { CompletionStreamParams, Message, ModelPort } from "@toolwright/core";
import { contentText, SUMMARY_TASK, TITLE_TASK } from "@toolwright/core/internal";
import { type ScriptStep, scripted } from "@toolwright/models";
import { COMMIT_TASK } from "@toolwright/view/internal";
import { type DoneCall, readConversation } from "./conversation.ts";
import { planCalls } from "./plan-calls.ts";
import { leftOut, notUnderstood, report } from "./report.ts";
import type { PlannedCall } from "./requests.ts";

const NAME = "offline";

/**
 * A stand-in for a language model, for trying the tools without a key: it knows requests to list, read, search, run and
 * create, makes their calls one after the other, and shows what came back. A request that it does not understand to its
 * end makes no call.
 */
export function offlineModel(): ModelPort {
  return {
    name: NAME,
    completionStream: (params) => scripted([answer(params)], { name: NAME }).completionStream(params),
  };
}

function answer(params: CompletionStreamParams): ScriptStep {
  if (isForAuthor(params.messages)) {
    return {
      error: {
        code: "internal",
        message: "The stand-in for a model writes no titles, summaries or messages of commits.",
      },
    };
  }
  const { request, done, named } = readConversation(params.messages);
  const plan = planCalls(request, offeredTools(params));
  if ("unclear" in plan) return { text: notUnderstood(plan.unclear) };
  const left = plan.calls.slice(done.length);
  const [next] = left;
  const obstacle = next === undefined ? undefined : obstacleTo(next, { done, named });
  if (next === undefined) return { text: report(done) };
  if (obstacle !== undefined) return { text: `${report(done)}\n\n${leftOut(left, obstacle)}` };
  return { toolCalls: [next] };
}

/** Titles, summaries and messages of commits are asked for in words of our own, which are no request of a person. */
function isForAuthor([first]: readonly Message[]): boolean {
  const text = first?.role === "system" ? contentText(first.content) : "";
  return [TITLE_TASK, SUMMARY_TASK, COMMIT_TASK].some((task) => text.startsWith(task));
}

function offeredTools({ tools = [], toolChoice }: CompletionStreamParams): ReadonlySet<string> {
  if (toolChoice === "none") return new Set();
  const only = typeof toolChoice === "object" ? toolChoice.function.name : undefined;
  return new Set(tools.map((tool) => tool.function.name).filter((name) => only === undefined || name === only));
}

interface Before {
  readonly done: readonly DoneCall[];
  /** Paths that calls of the whole conversation have reached. */
  readonly named: readonly string[];
}

/** Why the next call is not made, in words that end a sentence; undefined where nothing is in its way. */
function obstacleTo(next: PlannedCall, { done, named }: Before): string | undefined {
  if (done.some(({ failed }) => failed)) return "the call before it did not end well";
  const path = next.arguments.file_path;
  // `write` replaces a file that the conversation has read or written.
  if (typeof path === "string" && named.some((other) => isSameFile(path, other))) {
    return `${path} is there already, and I create files but replace none`;
  }
  return undefined;
}

/** Where paths are written in two ways, one is the end of the other. */
function isSameFile(path: string, other: string): boolean {
  const [a, b] = [path, other].map((text) => text.replace(/^(?:\.\/)+/, ""));
  return a !== undefined && b !== undefined && (a.endsWith(b) || b.endsWith(a));
}
