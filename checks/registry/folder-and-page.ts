import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { folder } from "../../agent/cli/test/support/toolwright.ts";

/** What the servers work with: a folder that is a git repository, and the address of a page of this machine. */
export interface FolderAndPage {
  readonly root: string;
  readonly url: string;
  close(): void;
}

export async function folderAndPage(): Promise<FolderAndPage> {
  const html = "<title>The page's title</title><h1>A page of this machine</h1><p>It has a few words to read.</p>";
  const page = createServer((_, response) => response.setHeader("content-type", "text/html").end(html));
  await new Promise<void>((done) => page.listen(0, "127.0.0.1", done));
  const { port } = page.address() as AddressInfo;
  const root = await folder({ "note.txt": "a note\n" });
  execFileSync("git", ["init", "-q", root]);
  return { root, url: `http://127.0.0.1:${port}/`, close: () => page.close() };
}
