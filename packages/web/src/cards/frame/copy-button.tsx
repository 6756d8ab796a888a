import { useState } from "react";

/** Copies a text to the clipboard, and says whether it did. */
export function CopyButton({ text, label }: { readonly text: () => string; readonly label: string }) {
  const [said, say] = useState("Copy");
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(text()).then(
      () => true,
      () => false,
    );
    say(isCopied ? "Copied" : "Cannot copy");
  };
  return (
    <button
      type="button"
      className="tw-copy"
      aria-label={`${said}: ${label}`}
      onClick={copy}
      onBlur={() => say("Copy")}
    >
      {said}
    </button>
  );
}
