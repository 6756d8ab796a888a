import { type FoundThreadSummary, spelledOnOneLine, type ThreadStatus } from "@toolwright/view";
import { memo, useState } from "react";
import { DeleteDialog } from "./delete-dialog.tsx";
import { RenameForm } from "./rename-form.tsx";
import { ThreadMenu } from "./thread-menu.tsx";
import { titleOf } from "./title-of.ts";

interface ThreadItemProps {
  readonly thread: FoundThreadSummary;
  readonly isShown: boolean;
}

/** One conversation in the list: opens it, and has a menu for what else can be done with it. */
export const ThreadItem = memo(({ thread, isShown }: ThreadItemProps) => {
  const [mode, setMode] = useState<"shown" | "renaming" | "deleting">("shown");
  const title = titleOf(thread);
  if (mode === "renaming") return <RenameForm thread={thread} onEnd={() => setMode("shown")} />;
  return (
    <li className="thread-item">
      <a
        href={`#${encodeURIComponent(thread.id)}`}
        data-stop=""
        aria-current={isShown ? "page" : undefined}
        title={title}
      >
        <span className="thread-title" dir="auto">
          {thread.forkedFrom === undefined ? null : <ForkIcon />}
          {title}
        </span>
        {thread.found === undefined ? null : (
          <span className="thread-excerpt" dir="auto">
            {spelledOnOneLine(thread.found.excerpt)}
          </span>
        )}
        <Status thread={thread} />
      </a>
      <ThreadMenu thread={thread} onRename={() => setMode("renaming")} onDelete={() => setMode("deleting")} />
      {mode === "deleting" ? <DeleteDialog thread={thread} onEnd={() => setMode("shown")} /> : null}
    </li>
  );
});

function Status({ thread: { status, archived } }: { readonly thread: FoundThreadSummary }) {
  const words = STATUS_WORDS[status];
  if (words !== "") return <span className={`thread-status ${status}`}>{` ${words}`}</span>;
  return archived === true ? <span className="thread-status archived"> Archived</span> : null;
}

function ForkIcon() {
  return (
    <svg viewBox="0 0 16 16" role="img" aria-label="Fork: " className="icon fork-icon">
      <path d="M4 2.5v11M4 10c5 0 7-2 7-6.500M8.500 6 11 3.500 13.500 6" />
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
