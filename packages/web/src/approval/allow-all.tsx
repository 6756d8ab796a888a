import { useAui, useAuiState } from "@assistant-ui/react";
import { AllowedAhead, spelledOnOneLine } from "@toolwright/view";
import { waitingCalls } from "./step-calls.ts";

/** As long as the page: a question that comes later is answered by what was allowed before. */
export const allowedAhead = new AllowedAhead();

const NO_PARTS: readonly unknown[] = [];

/** Allows this call and those of the same step that wait behind it, with the arguments that are shown. Nothing where it is the only one. */
export function AllowAll({ onAllow }: { readonly onAllow: () => void }) {
  const aui = useAui();
  const names = useAuiState((state) => {
    const calls = waitingCalls(state.optional.message?.parts ?? NO_PARTS);
    return calls.map(({ toolName }) => spelledOnOneLine(toolName)).join("\n");
  });
  const count = names === "" ? 0 : names.split("\n").length;
  if (count < 2) return null;
  const allow = () => {
    allowedAhead.allow(waitingCalls(aui.message.getState().parts));
    onAllow();
  };
  return (
    <button type="button" title={names} onClick={allow}>
      {`Allow all ${count}`}
    </button>
  );
}
