import {
  type AppendMessage,
  type AssistantRuntime,
  MessageNotSentError,
  type ThreadMessageLike,
  useExternalStoreRuntime,
} from "@assistant-ui/react";
import { useMemo } from "react";
import { ImageAttachments } from "../chat/image-attachments.ts";
import type { NewMessage, ThreadStore } from "../thread/thread-store.ts";
import type { UserContent } from "../thread/user-content.ts";
import { useStore } from "./use-store.ts";

const sameMessage = (message: ThreadMessageLike) => message;

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
  const adapters = useMemo(() => ({ attachments: new ImageAttachments() }), []);
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
    onCancel: () => thread.stop(),
  });
}

const IMAGE = /^data:(image\/[a-z]+);base64,(.*)$/s;

/** The text and the images of a composed message; one text alone stays a text. */
function contentOf({ content, attachments = [] }: AppendMessage): UserContent {
  const parts = [...content, ...attachments.flatMap((attachment) => attachment.content ?? [])];
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const images = parts.flatMap((part) => {
    const [, mediaType, data] = part.type === "image" ? (IMAGE.exec(part.image) ?? []) : [];
    return mediaType === undefined || data === undefined ? [] : [{ type: "image" as const, mediaType, data }];
  });
  const text = texts.join("\n");
  if (images.length === 0) return text;
  return [...(text === "" ? [] : [{ type: "text" as const, text }]), ...images];
}
