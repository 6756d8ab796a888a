import type { Conversation } from "@toolwright/core";
import type { Store } from "@toolwright/store";
import type { ThreadMessage } from "@toolwright/view";

/** Messages with what people think of them. */
export async function withRatings(
  { ratings }: Pick<Store, "ratings">,
  conversation: Conversation,
  messages: readonly ThreadMessage[],
): Promise<readonly ThreadMessage[]> {
  const listed = await ratings.list({ conversation, limit: 1_000 });
  const byRun = new Map(
    listed.map(({ runId, thumb, note }) => [runId, { thumb, ...(note !== undefined && { note }) }]),
  );
  return messages.map((message) => {
    const rating = message.role === "assistant" ? byRun.get(message.runId) : undefined;
    return rating === undefined ? message : { ...message, rating };
  });
}
