import { useEffect } from "react";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import type { NetChanges } from "./net-store.ts";

/** What a run came to in files, or the whole thread; undefined until it is known, and while it is not `wanted`. */
export function useNetChanges(runId?: string, wanted = true): NetChanges | undefined {
  const { net, info } = useServices();
  const isWanted = wanted && info.undo;
  useEffect(() => (isWanted ? net.watch(runId) : undefined), [net, runId, isWanted]);
  const known = useStore(net, (state) => state.get(runId ?? ""));
  return info.undo ? known : "unknown";
}
