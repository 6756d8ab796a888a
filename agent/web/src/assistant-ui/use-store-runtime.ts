import {
  type AppendMessage,
  type AssistantRuntime,
  MessageNotSentError,
  type ThreadMessageLike,
  useExternalStoreRuntime,
} from "@assistant-ui/react";
import { useMemo } from "react";
import { useStore } from "../base/use-store.ts";
import { runOf, saidBefore } from "../thread/said.ts";
import type { ThreadStore } from "../thread/thread-store.ts";
import { type NewMessage, type UserContent, userContent } from "../thread/user-content.ts";
import { Attachments } from "./attachments.ts";

/** Messages have the form of assistant-ui already. */
export const sameMessage = (message: ThreadMessageLike) => message;

export interface StoreRuntimeOptions {
  readonly thread: ThreadStore;
  /** Those of the thread that assistant-ui holds. */
  readonly messages: readonly ThreadMessageLike[];
  /** What goes with every message. */
  readonly choice?: () => Omit<NewMessage, "content">;
}

/** assistant-ui's runtime over the thread that is shown: the server owns the history. */
export function useStoreRuntime({ thread, messages, choice }: StoreRuntimeOptions): AssistantRuntime {
  const isRunning = useStore(thread, (state) => state.isRunning);
  const isLoading = useStore(thread, (state) => state.isLoading);
  const adapters = useMemo(() => ({ attachments: new Attachments() }), []);
  return useExternalStoreRuntime({
    messages,
    isRunning,
    isLoading,
    adapters,
    convertMessage: sameMessage,
    onNew: async (message) => {
      const isTaken = await thread.send({ content: contentOf(message), ...choice?.() });
      // assistant-ui puts the text and the images back then.
      if (!isTaken) throw new MessageNotSentError();
    },
    onEdit: async (message) => {
      const runId = runOf(message.sourceId ?? undefined);
      if (runId !== undefined) await thread.sayInstead(runId, contentOf(message));
    },
    onReload: async (parentId) => {
      const runId = runOf(parentId ?? undefined);
      const said = runId === undefined ? undefined : saidBefore(thread.state(), runId);
      if (runId !== undefined && said !== undefined) await thread.sayInstead(runId, said);
    },
    onCancel: () => thread.stop(),
  });
}

/** The text and the images of a composed message. */
function contentOf({ content, attachments = [] }: AppendMessage): UserContent {
  return userContent([...content, ...attachments.flatMap((attachment) => attachment.content ?? [])]);
}
