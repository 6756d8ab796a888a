import type { ActivityStream } from "@toolwright/core";
import { onRecordedReads } from "@toolwright/core/internal";
import { currentFile } from "../tools/mutation/current-file.ts";
import { SEEN_FILES } from "../tracking/seen-files-key.ts";
import { resolvePath } from "../workspace/resolve-path.ts";
import { WORKSPACE } from "../workspace/workspace-key.ts";
import type { ViewResolver } from "./view-resolver.ts";

/** More files of one call are not taken note of. */
const MAX_FILES = 200;

/** What a class of one's own says that it has read or written counts as seen, with the content that it has when that call ends. */
export function knowRecordedReads(stream: ActivityStream, resolver: ViewResolver): void {
  onRecordedReads(stream, async (paths, context) => {
    const resolve = resolver.of(context);
    const [workspace, seen] = await Promise.all([resolve(WORKSPACE), resolve(SEEN_FILES)]);
    for (const given of new Set(paths.slice(0, MAX_FILES))) {
      const path = await resolvePath(workspace, given).catch(() => undefined);
      const current = path && (await currentFile(workspace.files, path).catch(() => undefined));
      if (path !== undefined && current !== undefined) seen.record(path.real, current, true);
    }
  });
}
