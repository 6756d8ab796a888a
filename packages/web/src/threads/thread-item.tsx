import type { ThreadStatus, ThreadSummary } from "@toolwright/view";
import { memo, useState } from "react";
import { DeleteDialog } from "./delete-dialog.tsx";
import { RenameForm } from "./rename-form.tsx";
import { titleOf } from "./title-of.ts";

interface ThreadItemProps {
  readonly thread: ThreadSummary;
  readonly isShown: boolean;
}

/** One conversation in the list: opens, renames and deletes it. */
export const ThreadItem = memo(({ thread, isShown }: ThreadItemProps) => {
  const [mode, setMode] = useState<"shown" | "renaming" | "deleting">("shown");
  const title = titleOf(thread);
  if (mode === "renaming") return <RenameForm thread={thread} onEnd={() => setMode("shown")} />;
  return (
    <li className="thread-item">
      <a href={`#${encodeURIComponent(thread.id)}`} aria-current={isShown ? "page" : undefined} title={title}>
        <span className="thread-title">
          {thread.forkedFrom === undefined ? null : <ForkIcon />}
          {title}
        </span>
        <Status thread={thread} />
      </a>
      <span className="thread-buttons">
        <button type="button" aria-label={`Rename ${title}`} title="Rename" onClick={() => setMode("renaming")}>
          <PenIcon />
        </button>
        <button type="button" aria-label={`Delete ${title}`} title="Delete" onClick={() => setMode("deleting")}>
          <BinIcon />
        </button>
      </span>
      {mode === "deleting" ? <DeleteDialog thread={thread} onEnd={() => setMode("shown")} /> : null}
    </li>
  );
});

function Status({ thread: { status } }: { readonly thread: ThreadSummary }) {
  const words = STATUS_WORDS[status];
  return words === "" ? null : <span className={`thread-status ${status}`}>{` ${words}`}</span>;
}

function ForkIcon() {
  return (
    <svg viewBox="0 0 16 16" role="img" aria-label="Fork: " className="icon fork-icon">
      <path d="M4 2.5v11M4 10c5 0 7-2 7-6.500M8.500 6 11 3.500 13.500 6" />
    </svg>
  );
}

function PenIcon() {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="icon">
      <path d="M11 2.5 13.5 5 5.5 13H3v-2.5z" />
    </svg>
  );
}

function BinIcon() {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="icon">
      <path d="M3 4.5h10M6 4.5v-2h4v2M4.5 4.5l.5 9h6l.5-9" />
    </svg>
  );
}

/** What a list of threads says of each. */
const STATUS_WORDS: Readonly<Record<ThreadStatus, string>> = {
  idle: "",
  running: "Running",
  waiting: "Waiting for you",
  interrupted: "Interrupted",
};
