import { useEffect, useState } from "react";
import { Icon } from "../icons/icon.tsx";
import { chatTexts } from "../words/chat.ts";

/** Milliseconds for which a button says that it has copied. */
const SAID_MS = 2_000;

interface CopyButtonProps {
  /** What is copied: read when the button is pressed. */
  readonly text: () => string;
  readonly label: string;
}

/** Puts a text on the clipboard and says so. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const [said, setSaid] = useState<string>();
  useEffect(() => {
    if (said === undefined) return;
    const timer = setTimeout(() => setSaid(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => {
    const isCopied = await navigator.clipboard?.writeText(text()).then(
      () => true,
      () => false,
    );
    setSaid(isCopied === true ? chatTexts.copied : chatTexts.notCopied);
  };
  return (
    <button type="button" className="quiet copy" aria-label={said ?? label} title={label} onClick={() => void copy()}>
      <Icon name={said === undefined ? "copy" : "check"} />
      {said}
    </button>
  );
}
