import type { Thread } from "@toolwright/store";
import type { ServerContext } from "../../server-context.ts";
import { textStream } from "../../streams/text-stream.ts";
import { noSuchThread, refuse } from "../refuse.ts";
import { threadDocument } from "./thread-document.ts";

const TYPES = {
  markdown: "text/markdown; charset=utf-8",
  json: "application/json; charset=utf-8",
  html: "text/html; charset=utf-8",
} as const;
const ENDINGS = { markdown: "md", json: "json", html: "html" } as const;

/**
 * `GET /api/threads/:id/export?format=markdown|json|html`: all of a thread as a file, whole outputs included, secrets
 * masked as they are stored.
 */
export async function exportThread(context: ServerContext, request: Request, chatId: string): Promise<Response> {
  const format = new URL(request.url).searchParams.get("format") ?? "markdown";
  if (format !== "markdown" && format !== "json" && format !== "html")
    return refuse(400, "format must be markdown, json or html.");
  const thread = await context.store.threads.get({ channel: context.channel, chatId });
  if (thread === undefined) return noSuchThread();
  const { store, agent } = context;
  const texts = threadDocument({ store, thread, format, ...(agent.outputs && { outputs: agent.outputs }) });
  const headers = {
    "content-type": TYPES[format],
    "content-disposition": `attachment; filename="${fileName(thread)}.${ENDINGS[format]}"`,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    // Where a browser shows it all the same, it is none of this server's pages.
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  };
  return new Response(textStream({ texts, onEnd: () => undefined }), { headers });
}

/** Letters that every file system takes. */
function fileName({ title, conversation }: Thread): string {
  const name = title
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-+|-+$/g, "");
  return name === "" ? `thread-${conversation.chatId.replace(/[^A-Za-z0-9-]+/g, "").slice(0, 40)}` : name;
}
