import { createReadStream } from "node:fs";
import { aCount, aText, byTheirNames, checkOptions, milliseconds } from "@toolwright/core/internal";
import type { LocalOutputCache } from "@toolwright/core/types";
import { FileSpill } from "./file-spill.ts";
import type { OutputSpills } from "./output-spills.port.ts";
import { OutputStore } from "./output-store.ts";

const MIB = 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Where outputs are kept, and how much of them. */
export interface FileOutputCacheOptions {
  /** Made when first used, for its owner only. */
  readonly directory: string;
  /** Bytes of one entry. Default 64 MiB; what is beyond is discarded, and the entry says so. */
  readonly entryBytes?: number;
  /** Bytes of one conversation. Default 512 MiB; the least recently used entries go first. */
  readonly conversationBytes?: number;
  /** Milliseconds since the last use. Default 7 days. */
  readonly keepMs?: number;
}

/** An output cache in files (mode 0600) that outlives the process and never holds an entry in memory. */
export function createFileOutputCache(options: FileOutputCacheOptions): LocalOutputCache & OutputSpills {
  checkOptions<FileOutputCacheOptions>(options, {
    of: "createFileOutputCache",
    rules: { directory: aText, entryBytes: aCount(1), conversationBytes: aCount(1), keepMs: milliseconds },
    otherNames: byTheirNames(`
      directory|dir path folder root
      conversationBytes|maxBytes
    `),
    needed: ["directory"],
  });
  const { directory, entryBytes = 64 * MIB, conversationBytes = 512 * MIB, keepMs = 7 * DAY_MS } = options;
  const store = new OutputStore(directory, { conversationBytes, keepMs });
  store.forgetOld();
  return {
    begin: (owner) => new FileSpill({ store, owner, maxBytes: entryBytes }),
    async save(text, owner) {
      const spill = new FileSpill({ store, owner, maxBytes: entryBytes });
      await spill.write(text);
      const ref = await spill.keep();
      if (ref === undefined) throw new Error("The output could not be stored.");
      return ref;
    },
    lines(id, owner) {
      const path = store.find(id, owner);
      return path === undefined ? undefined : fileLines(path);
    },
    recent: (owner, limit) => store.recent(owner, limit),
  };
}

/** The lines of a text file without their line feeds, streamed: no more than one line, and what an entry may hold, is in memory. */
async function* fileLines(path: string): AsyncGenerator<string> {
  let open: string[] = [];
  for await (const chunk of createReadStream(path, { encoding: "utf8" })) {
    const text: string = chunk;
    let start = 0;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", start)) {
      open.push(text.slice(start, at));
      yield open.join("");
      open = [];
      start = at + 1;
    }
    open.push(text.slice(start));
  }
  const rest = open.join("");
  if (rest !== "") yield rest;
}
