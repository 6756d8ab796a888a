import type { AssistantRuntime } from "@assistant-ui/react";
import { useEffect, useMemo } from "react";
import { useStore } from "../base/use-store.ts";
import type { Api } from "../server/api.ts";
import { ThreadStore } from "../thread/thread-store.ts";
import { useStoreRuntime } from "./use-store-runtime.ts";

export interface ServerRuntimeOptions {
  readonly api: Api;
  /**
   * The thread to show, with its history and the run that is under way; left out, an empty one that begins with a
   * message.
   */
  readonly threadId?: string | undefined;
}

/** What {@link useServerRuntime} gives. */
export interface ServerRuntime {
  readonly runtime: AssistantRuntime;
  /** The thread that is shown: the server names a new one with its first answer. */
  readonly threadId: string | undefined;
  /** One sentence about what did not work. */
  readonly problem: string | undefined;
}

/**
 * assistant-ui's runtime over a thread of a Toolwright server: the page's own. It survives a reload and a lost
 * connection.
 */
export function useServerRuntime({ api, threadId }: ServerRuntimeOptions): ServerRuntime {
  const thread = useMemo(() => new ThreadStore({ api }), [api]);
  useEffect(() => {
    if (threadId !== thread.state().threadId) void thread.open(threadId);
  }, [thread, threadId]);
  const messages = useStore(thread, (state) => state.messages);
  const shown = useStore(thread, (state) => state.threadId);
  const problem = useStore(thread, (state) => state.problem);
  return { runtime: useStoreRuntime({ thread, messages }), threadId: shown, problem };
}
