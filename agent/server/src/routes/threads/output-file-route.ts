import type { Part } from "@toolwright/core";
import { KeptFileReader } from "@toolwright/core/internal";
import { linesOfForks } from "../../forks/outputs-of-forks.ts";
import type { ServerContext } from "../../server-context.ts";
import { refuse } from "../refuse.ts";

/** Characters of base64 of one file. */
const LONGEST = 128 * 1024 * 1024;

/** What a browser may play or show, and which cannot hold a script. Any other file is bytes. */
const SHOWN = /^(?:audio\/(?:wav|x-wav|mpeg|mp3|mp4|aac|ogg|opus|flac|webm)|image\/(?:png|jpeg|gif|webp))$/;

/** `GET /api/threads/:id/outputs/:ref/file`: an image or a file that a tool returned, to be saved. */
export async function readOutputFile(
  { store, agent, channel }: ServerContext,
  { chatId, ref }: { readonly chatId: string; readonly ref: string },
): Promise<Response> {
  const lines = await linesOfForks(agent.outputs ?? store.outputs, store)(ref, { channel, chatId });
  const part = lines && (await fileIn(lines, ref));
  if (part === undefined || part.type === "text" || part.data === undefined)
    return refuse(404, "There is no such file.");
  const type = part.mediaType.toLowerCase();
  const headers = {
    "content-type": SHOWN.test(type) ? type : "application/octet-stream",
    "content-disposition": attachment(("name" in part && part.name) || part.type),
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  };
  return new Response(Buffer.from(part.data, "base64"), { headers });
}

async function fileIn(lines: AsyncIterable<string>, ref: string): Promise<Part | undefined> {
  const reader = new KeptFileReader(LONGEST);
  for await (const line of lines) if (!reader.add(line)) return undefined;
  return reader.part(ref);
}

/** A name without a folder, in letters that every header takes, and as it is for those who can read it. */
function attachment(given: string): string {
  const name = given
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\]/gu, "_")
    .slice(0, 200)
    .toWellFormed();
  const plain = name.normalize("NFKD").replace(/[^A-Za-z0-9._ -]/g, "_");
  const coded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${coded}`;
}
