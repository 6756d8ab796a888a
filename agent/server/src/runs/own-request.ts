import type { CompletionStreamParams, Conversation, ToolLoopConfig, Usage } from "@toolwright/core";
import type { Store } from "@toolwright/store";
import type { Metrics } from "../metrics/metrics.ts";

/** A request to the model of a conversation that belongs to none of its runs, such as for a title. */
export interface OwnRequest {
  readonly store: Pick<Store, "threads">;
  /** Hears what the model used. */
  readonly metrics: Pick<Metrics, "onUsage">;
  readonly conversation: Conversation;
  /** Where it counts for whoever observes model calls. */
  readonly runId: string;
  readonly step: number;
  readonly config: Pick<ToolLoopConfig, "model" | "observer">;
}

/** Has such a request observed as those of runs are. */
export function ownRequest({ store, metrics, conversation, runId, step, config: { model, observer } }: OwnRequest) {
  let used: Usage | undefined;
  return {
    observe(params: CompletionStreamParams) {
      const watch = observer?.({ runId, step, conversation, model: model.name, params });
      return {
        ended(completion: Parameters<NonNullable<typeof watch>["ended"]>[0]) {
          used = completion.usage;
          watch?.ended(completion);
          watch?.settled([]);
        },
      };
    },
    /** Counts what it used, once it has ended. */
    async count(): Promise<void> {
      if (used === undefined) return;
      metrics.onUsage(used);
      await store.threads.addUsage(conversation, used);
    },
  };
}
