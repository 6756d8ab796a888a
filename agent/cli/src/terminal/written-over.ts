import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { type ApprovalRequest, createScrubber } from "@toolwright/core";
import type { FolderAgent } from "@toolwright/workspace";

/** Bytes of a file that is compared. */
const LARGEST = 1024 * 1024;

/**
 * What is in the file that a call of `write` would replace, with secrets masked as they are in the call; undefined
 * where there is no such file, or none that is a text. Never rejects.
 */
export async function writtenOver(
  { toolName, arguments: { file_path: path, content } }: Pick<ApprovalRequest, "toolName" | "arguments">,
  { workspace, secrets }: Pick<FolderAgent, "workspace" | "secrets">,
): Promise<string | undefined> {
  if (toolName !== "write" || typeof path !== "string" || typeof content !== "string") return undefined;
  try {
    const file = resolve(workspace.root, path);
    const found = await stat(file);
    if (!found.isFile() || found.size > LARGEST) return undefined;
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await readFile(file));
    if (text.includes("\0")) return undefined;
    // `write` keeps the line breaks of the file.
    return createScrubber(secrets).text(content.includes("\r") ? text : text.replaceAll("\r\n", "\n"));
  } catch {
    return undefined;
  }
}
