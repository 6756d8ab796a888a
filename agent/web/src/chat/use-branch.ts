import type { ServerInfo } from "@toolwright/view";
import { useEffect, useState } from "react";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";

/** The branch of the folder, asked for anew when a run has ended: a command of it may have changed it. */
export function useBranch(): string | undefined {
  const { api, info, thread } = useServices();
  const [branch, setBranch] = useState(info.branch);
  const isRunning = useStore(thread, (state) => state.isRunning);
  const isOffered = info.branch !== undefined;
  useEffect(() => {
    if (isRunning || !isOffered) return;
    let isWanted = true;
    void api.get<ServerInfo>("/api/info").then((answer) => {
      if (isWanted && answer.ok) setBranch(answer.value.branch);
    });
    return () => {
      isWanted = false;
    };
  }, [api, isRunning, isOffered]);
  return branch;
}
