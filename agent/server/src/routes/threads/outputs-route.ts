import type { OutputPage } from "@toolwright/view";
import { linesOfForks } from "../../forks/outputs-of-forks.ts";
import type { ServerContext } from "../../server-context.ts";
import { answer, refuse } from "../refuse.ts";
import { queryNumber } from "./query-number.ts";

/** Characters after which an answer takes no further line. */
const PAGE_SIZE = 256 * 1024;

/** `GET /api/threads/:id/outputs/:ref?after=…`: lines of an output of which events hold the beginning. */
export async function readOutput(
  { store, agent, channel }: ServerContext,
  request: Request,
  { chatId, ref }: { readonly chatId: string; readonly ref: string },
): Promise<Response> {
  const after = queryNumber(request, "after") ?? 0;
  if (after === "wrong") return refuse(400, "after must be a number of lines.");
  const lines = await linesOfForks(agent.outputs ?? store.outputs, store)(ref, { channel, chatId });
  return lines === undefined ? refuse(404, "There is no such output.") : answer(await pageOf(lines, after));
}

async function pageOf(lines: AsyncIterable<string>, after: number): Promise<OutputPage> {
  const taken: string[] = [];
  let [size, line] = [0, 0];
  for await (const text of lines) {
    line += 1;
    if (line <= after) continue;
    if (size >= PAGE_SIZE) return { text: taken.join("\n"), next: line - 1 };
    taken.push(text);
    size += text.length;
  }
  return { text: taken.join("\n") };
}
