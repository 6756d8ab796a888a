import type { FileList, FileText } from "@toolwright/view";
import type { ServerContext } from "../../server-context.ts";
import { answer, refuse } from "../refuse.ts";
import { queryNumber } from "../threads/query-number.ts";

/** Characters of what is looked for, and files that are named. */
const MAX_WORDS = 200;
const MAX_FILES = 50;

/**
 * `GET /api/files?q=…`: files of the agent's folder whose path fits, the best first, as far as its rules let them be
 * read.
 */
export async function findFiles(context: ServerContext, request: Request): Promise<Response> {
  const { agent } = context;
  const { searchParams } = new URL(request.url);
  const words = searchParams.get("q") ?? "";
  if (agent.files === undefined) return refuse(501, "This agent has no folder.");
  if (searchParams.has("path")) return readFile(context, request);
  if (words.length > MAX_WORDS) return refuse(400, `q takes ${MAX_WORDS} characters at most.`);
  const list: FileList = { files: (await agent.files.find(words)).slice(0, MAX_FILES) };
  return answer(list);
}

/** Characters of a path. */
const MAX_PATH = 4_096;

/** `GET /api/files?path=…&from=…`: a piece of one file, judged as a tool that reads it is. */
async function readFile({ agent }: ServerContext, request: Request): Promise<Response> {
  const path = new URL(request.url).searchParams.get("path") ?? "";
  const from = queryNumber(request, "from") ?? 1;
  if (agent.files?.read === undefined) return refuse(501, "This agent shows no files.");
  if (path === "" || path.length > MAX_PATH) return refuse(400, `path takes 1 to ${MAX_PATH} characters.`);
  if (from === "wrong") return refuse(400, "from must be a number of a line.");
  const read = await agent.files.read(path, Math.max(1, from));
  if (!read.ok) return refuse(404, read.error);
  const file: FileText = { path, text: read.text };
  return answer(file);
}
