import { beginRun } from "../loop/begin-run.ts";
import type { Run } from "../loop/run.ts";
import type { RunEnd } from "../loop/step-end.ts";
import type { ToolLoopConfig, ToolLoopResult } from "../loop/tool-loop-config.ts";
import { mintId } from "../model/call-ids.ts";
import type { Message } from "../model/messages.ts";
import { checkOptions } from "../options/check-options.ts";
import { aText } from "../options/option-rules.ts";
import { lazy } from "../tool/lazy.ts";

const compacting = lazy(() => import("../loop/compact-run.ts"));

/** How a conversation is summarised by hand. */
export interface CompactOptions {
  /** What the summary has to hold, in words for the model that writes it. */
  readonly instructions?: string | undefined;
  /** Of the run that it is stored as. Default: a fresh one. */
  readonly runId?: string | undefined;
}

/** How it ended: `messages` are the short history. */
export interface CompactResult extends ToolLoopResult {
  /** Tokens of the history, roughly; left out where nothing was summarised. */
  readonly compacted?: { readonly tokensBefore: number; readonly tokensAfter: number };
}

/**
 * Puts a summary by the model in the place of the older part of a conversation, now: a run of its own that makes no
 * step. Rejects with a `TypeError` for an option that does not exist, and with nothing else; where the model does not
 * help, `stopReason` is `error`, and where there is nothing to summarise, nothing changes.
 */
export async function compactConversation(
  config: ToolLoopConfig,
  messages: readonly Message[],
  options: CompactOptions = {},
): Promise<CompactResult> {
  checkOptions<CompactOptions>(options, {
    of: "compactConversation",
    rules: { instructions: aText, runId: aText },
  });
  const { instructions, runId = mintId() } = options;
  let compacted: CompactResult["compacted"];
  const instead = async () => {
    const { compactByHand } = await compacting();
    return async (run: Run): Promise<RunEnd> => {
      const { done, end } = await compactByHand(run, instructions);
      if (done.ok) compacted = { tokensBefore: done.tokensBefore, tokensAfter: done.tokensAfter };
      return end;
    };
  };
  const about = ({ core }: Run) => ({
    compact: instructions ? { instructions: core.scrubber.text(instructions) } : {},
  });
  const result = await beginRun({ config, messages, conversation: undefined, runId, instead, about });
  return compacted === undefined ? result : { ...result, compacted };
}
