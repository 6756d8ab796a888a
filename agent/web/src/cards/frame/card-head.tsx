import { reachIn, spelledOnOneLine, spelledOut } from "@toolwright/view/internal";
import { useState } from "react";
import { Icon, type IconName } from "../../icons/icon.tsx";
import { cardsTexts } from "../../words/cards.ts";
import { resultParts } from "../result-parts.ts";
import type { ShownCall } from "../shown-call.ts";
import type { CallState } from "./call-state.ts";
import { ReachSign } from "./reach-sign.tsx";
import { StateLabel } from "./state-label.tsx";
import { useCallNote } from "./use-call-notes.ts";

interface CardHeadProps {
  readonly call: ShownCall;
  readonly about: string;
  readonly facts: readonly string[];
  readonly state: CallState;
  readonly isOpen: boolean;
  readonly toggle: () => void;
  readonly bodyId: string;
  readonly copied: string | undefined;
  readonly icon: IconName;
}

/** Characters of what a call is about; the style cuts it to one line. */
const SHOWN_ABOUT = 300;

/** The line that is always there: it opens and closes the card. */
export function CardHead({ call, about, facts, state, isOpen, toggle, bodyId, copied, icon }: CardHeadProps) {
  const text = () => copied ?? (call.result === undefined ? call.argsText : resultParts(call.result).text);
  const reach = reachIn(useCallNote(call.toolCallId, "end"));
  return (
    <div className="tw-card-head">
      <button
        type="button"
        className="tw-card-toggle"
        aria-expanded={isOpen}
        aria-controls={isOpen ? bodyId : undefined}
        onClick={toggle}
      >
        <span className="tw-card-mark" aria-hidden="true">
          <Icon name={icon} />
        </span>
        <span className="tw-card-name" dir="auto">
          {spelledOnOneLine(call.toolName)}
        </span>{" "}
        <span
          className="tw-card-about"
          dir="auto"
          title={about.length > 40 ? spelledOut(about.slice(0, 1_000)) : undefined}
        >
          {spelledOnOneLine(about.slice(0, SHOWN_ABOUT))}
        </span>{" "}
        <span className="tw-card-end">
          {facts.map((fact) => (
            <span key={fact} className="tw-card-fact">
              {fact}{" "}
            </span>
          ))}
          {reach === undefined ? null : <ReachSign reach={reach} />}
          <StateLabel state={state} since={call.timing?.startedAt} />
        </span>
      </button>
      <CopyButton text={text} label={call.toolName} />
    </div>
  );
}

/** Copies a text to the clipboard, and says whether it did. */
function CopyButton({ text, label }: { readonly text: () => string; readonly label: string }) {
  const [copied, setCopied] = useState<"yes" | "no">();
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(text()).then(
      () => true,
      () => false,
    );
    setCopied(isCopied ? "yes" : "no");
  };
  return (
    <button
      type="button"
      className="tw-copy"
      aria-label={copyLabel(copied, label)}
      title={cardsTexts.copy}
      onClick={copy}
      onBlur={() => setCopied(undefined)}
    >
      {copied === undefined ? <Icon name="copy" /> : copied === "yes" ? cardsTexts.copied : cardsTexts.notCopied}
    </button>
  );
}

function copyLabel(copied: "yes" | "no" | undefined, label: string): string {
  if (copied === undefined) return cardsTexts.copyOf(label);
  return copied === "yes" ? cardsTexts.copiedOf(label) : cardsTexts.notCopiedOf(label);
}
