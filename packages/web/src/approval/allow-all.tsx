import { useAui, useAuiState } from "@assistant-ui/react";
import { type AlsoAllow, spelledOnOneLine } from "@toolwright/view";
import { waitingCalls } from "./step-calls.ts";

interface AllowAllProps {
  /** The call that asks. */
  readonly toolCallId: string;
  /** Given the others. */
  readonly onAllow: (also: readonly AlsoAllow[]) => void;
}

const NO_PARTS: readonly unknown[] = [];

/** Allows this call and those of the same step that wait behind it, with the arguments that are shown. Nothing where it is the only one. */
export function AllowAll({ toolCallId, onAllow }: AllowAllProps) {
  const aui = useAui();
  const names = useAuiState((state) => {
    const calls = waitingCalls(state.optional.message?.parts ?? NO_PARTS);
    return calls.map(({ toolName }) => spelledOnOneLine(toolName)).join("\n");
  });
  const count = names === "" ? 0 : names.split("\n").length;
  if (count < 2) return null;
  const allow = () =>
    onAllow(waitingCalls(aui.message.getState().parts).filter((call) => call.toolCallId !== toolCallId));
  return (
    <button type="button" title={names} onClick={allow}>
      {`Allow all ${count}`}
    </button>
  );
}
