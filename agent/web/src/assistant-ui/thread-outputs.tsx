import type { OutputPage } from "@toolwright/view";
import { type PropsWithChildren, useMemo } from "react";
import { type KeptOutputs, KeptOutputsProvider } from "../cards/kept-outputs.ts";
import type { Api } from "../server/api.ts";

interface ThreadOutputsProps extends PropsWithChildren {
  readonly api: Api;
  /** The thread whose calls are shown: the outputs of one are out of reach of all others. */
  readonly threadId: string | undefined;
}

/** Reads the kept outputs of a thread at a Toolwright server. */
export function ThreadOutputs({ api, threadId = "", children }: ThreadOutputsProps) {
  const outputs = useMemo<KeptOutputs>(
    () => ({
      async read(ref, after) {
        const page = await api.get<OutputPage>(`${pathOf(threadId, ref)}?after=${after}`);
        return page.ok ? page.value : page.error;
      },
      async file(ref) {
        const file = await api.blob(`${pathOf(threadId, ref)}/file`);
        return file.ok ? file.value : file.error;
      },
    }),
    [api, threadId],
  );
  return <KeptOutputsProvider value={outputs}>{children}</KeptOutputsProvider>;
}

function pathOf(threadId: string, ref: string): string {
  return `/api/threads/${encodeURIComponent(threadId)}/outputs/${encodeURIComponent(ref)}`;
}
