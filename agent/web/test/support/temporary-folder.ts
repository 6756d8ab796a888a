import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const parent = join(tmpdir(), `toolwright-web-${randomUUID()}`);
process.once("exit", () => rmSync(parent, { recursive: true, force: true, maxRetries: 3 }));

/** A fresh folder with the given files. It is removed when the process ends. */
export function temporaryFolder(files: Readonly<Record<string, string>> = {}): string {
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, "folder-"));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}
