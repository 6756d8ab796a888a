import {
  AssistantRuntimeProvider,
  type ThreadMessageLike,
  ThreadPrimitive,
  useExternalStoreRuntime,
} from "@assistant-ui/react";
import { memo } from "react";
import { sameMessage } from "../assistant-ui/use-store-runtime.ts";
import { AssistantMessage } from "./assistant-message.tsx";
import { IsPast } from "./is-past.ts";
import { UserMessage } from "./user-message.tsx";

const components = { UserMessage, AssistantMessage };
/** Nothing is said in the past. */
const onNew = () => Promise.resolve();

interface PastPageProps {
  readonly messages: readonly ThreadMessageLike[];
}

/** Messages that do not change any more, in a runtime of their own: what a run brings costs them nothing. */
export const PastPage = memo(({ messages }: PastPageProps) => {
  const runtime = useExternalStoreRuntime({ messages, convertMessage: sameMessage, isRunning: false, onNew });
  return (
    <AssistantRuntimeProvider runtime={runtime}>
      <IsPast value={true}>
        <div className="message-page">
          <ThreadPrimitive.Messages components={components} />
        </div>
      </IsPast>
    </AssistantRuntimeProvider>
  );
});
