import { contradiction as contradictionOf } from "@toolwright/core/internal";
import { z } from "zod";

/** Questions that one answer answers besides its own. */
const MOST_BESIDES = 1_000;

const id = z.string().min(1).max(200);
const preview = z.string().max(200).optional();
/** Calls of the same program that one answer allows besides. */
const MOST_MORE = 1_000;

/** What a person may answer. Only a plain `true` approves. */
export const decisionBody = z.strictObject({
  approve: z.boolean(),
  arguments: z.record(z.string(), z.json()).optional(),
  reason: z.string().max(4_000).optional(),
  always: z.union([z.boolean(), z.literal("session")]).optional(),
  also: z
    .array(z.union([id, z.strictObject({ approvalId: id, preview })]))
    .max(MOST_BESIDES)
    .optional(),
  more: z.strictObject({ toolName: z.string().max(200), times: z.int().min(1).max(MOST_MORE) }).optional(),
  preview,
});

export type DecisionBody = z.infer<typeof decisionBody>;

export const DECISION_FORM =
  'The body must be { approve, arguments?, reason?, always?, also?, more?, preview? }; always is true, false or "session", also has the ids of open questions, or { approvalId, preview? } of each, more is { toolName, times: 1 to 1,000 }, and preview is what the question had.';

/** What is wrong with the combination; undefined when it makes sense. */
export function contradiction(body: DecisionBody): string | undefined {
  const { approve, arguments: edited, always } = body;
  const wrong = contradictionOf(body);
  if (wrong !== undefined) return `This answer cannot be taken: ${wrong}.`;
  const isForMore = always === true || always === "session";
  if (isForMore && !approve) return "Only an approval can be for always.";
  return isForMore && edited !== undefined ? "Edited arguments can be approved once only." : undefined;
}
