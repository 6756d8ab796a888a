import { AG_UI_HEADERS, agUiLine } from "../../../streams/ag-ui-stream.ts";

/** Refusals about the conversation and its questions, which AG-UI wants as an event. */
const CONFLICTS: ReadonlySet<number> = new Set([404, 409]);

/** What a client of AG-UI is answered: a conversation or a question that is not there, or not now, is a failed run. */
export async function asRunError(response: Response): Promise<Response> {
  if (!CONFLICTS.has(response.status)) return response;
  const { error }: { error: string } = await response.json();
  const line = agUiLine({ type: "RUN_ERROR", message: error, code: `http_${response.status}` });
  return new Response(line, { headers: { ...AG_UI_HEADERS, "cache-control": "no-store" } });
}
