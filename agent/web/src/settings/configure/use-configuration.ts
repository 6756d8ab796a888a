import type { ShownConfiguration } from "@toolwright/view/internal";
import { useCallback, useEffect, useState } from "react";
import { useServices } from "../../base/services.ts";
import type { Answer, Api } from "../../server/api.ts";

/** How the agent is set up, and how that is changed. */
export interface Configuration {
  readonly shown: ShownConfiguration;
  /** The thread that the page shows; undefined before its first message. */
  readonly threadId: string | undefined;
  /** A request that changes something is under way. */
  readonly isBusy: boolean;
  /** What it answered; undefined where it refused, which is shown. */
  readonly change: <T>(make: (api: Api) => Promise<Answer<T>>) => Promise<{ readonly value: T } | undefined>;
}

/** Undefined as a configuration until it was read. `onChange`: something of the agent is another thing now. */
export function useConfiguration(onChange: () => void) {
  const { api, thread } = useServices();
  const [shown, setShown] = useState<ShownConfiguration>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { threadId } = thread.state();
  const load = useCallback(async () => {
    const query = threadId === undefined ? "" : `?thread=${encodeURIComponent(threadId)}`;
    const answer = await api.get<ShownConfiguration>(`/api/configuration${query}`);
    if (answer.ok) setShown(answer.value);
    else setProblem(answer.error);
  }, [api, threadId]);
  useEffect(() => void load(), [load]);
  const change: Configuration["change"] = async (make) => {
    setBusy(true);
    const answer = await make(api);
    setProblem(answer.ok ? undefined : answer.error);
    if (answer.ok) {
      onChange();
      await load();
    }
    setBusy(false);
    return answer.ok ? { value: answer.value } : undefined;
  };
  const configuration: Configuration | undefined = shown && { shown, threadId, isBusy, change };
  return { configuration, problem };
}
