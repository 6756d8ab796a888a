import { type Part, partsOf } from "./parts.ts";
import { type PlannedCall, REQUESTS } from "./requests.ts";

/** The calls of a request, in order; or why there are none, as a sentence. */
export type Plan = { readonly calls: readonly PlannedCall[] } | { readonly unclear: string };

/** Characters of a request that are read. */
const MOST = 4_000;
const VERBS = new Set(REQUESTS.flatMap(({ verbs }) => verbs));
const BACK = /^(?:it|them)$/i;

/** Plans the calls of a request. Where one part is not understood there are none: that part may change the others. */
export function planCalls(request: string, offered: ReadonlySet<string>): Plan {
  if (request.length > MOST) return { unclear: `I read requests of ${MOST} characters at most.` };
  const parts = partsOf(request, VERBS);
  if (parts.length === 0) return { unclear: "The request says nothing that I know." };
  const calls: PlannedCall[] = [];
  for (const part of parts) {
    const call = callFor(withPathOf(part, calls.at(-1)), offered);
    if (typeof call === "string") return { unclear: call };
    calls.push(call);
  }
  return { calls };
}

function callFor(part: Part, offered: ReadonlySet<string>): PlannedCall | string {
  for (const { tool: name, argumentsOf } of REQUESTS.filter(({ verbs }) => verbs.includes(part.verb))) {
    const given = argumentsOf(part);
    if (given !== undefined && !offered.has(name)) return `I was given no tool ${name} for "${part.said}".`;
    if (given !== undefined) return { name, arguments: given };
  }
  return `I do not understand "${part.said}".`;
}

/** "it" is the file of the call before. */
function withPathOf(part: Part, before: PlannedCall | undefined): Part {
  const path = before?.arguments.file_path;
  if (typeof path !== "string") return part;
  return { ...part, words: part.words.map((word) => (BACK.test(word) ? path : word)) };
}
