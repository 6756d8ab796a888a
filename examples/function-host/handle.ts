import { defineTool, type ModelPort } from "@toolwright/core";
import { openStore } from "@toolwright/store";

export interface Host {
  /** On a host without a disk of its own: `openPostgresStore({ url })` of `@toolwright/store/postgres`. */
  readonly file: string;
  readonly model: ModelPort;
  readonly send: (to: string) => void;
}

/** One request of a function host, which keeps nothing between two of them: a message, or an answer by a webhook. */
export async function handle(request: Request, { file, model, send }: Host): Promise<Response> {
  const mail = defineTool({
    name: "mail",
    description: "Sends a mail.",
    input: { type: "object", properties: { to: { type: "string" } }, required: ["to"] },
    effects: "external",
    requiresConfirmation: true,
    execute: ({ to }: { to: string }) => {
      send(to);
      return `sent to ${to}`;
    },
  });
  const config = { model, tools: [mail], waiting: "return" } as const;
  const { chatId, text, approvalId, approve } = await request.json();
  const store = openStore({ file });
  try {
    if (approvalId === undefined) return Response.json(await store.run({ channel: "web", chatId }, config, text));
    const claimed = store.decide(approvalId, { approve });
    if (claimed.outcome !== "accepted") return Response.json(claimed, { status: 409 });
    return Response.json(await store.resume(claimed.approval.conversation, config));
  } finally {
    store.close();
  }
}
