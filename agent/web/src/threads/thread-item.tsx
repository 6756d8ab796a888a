import { type FoundThreadSummary, spelledOnOneLine } from "@toolwright/view/internal";
import { memo, Suspense, useEffect, useRef, useState } from "react";
import { later } from "../base/later.ts";
import { conversationsTexts } from "../words/conversations.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import { RenameForm } from "./rename-form.tsx";
import { ThreadMenu } from "./thread-menu.tsx";
import { titleOf } from "./title-of.ts";

const PlainWords = later(async () => (await import("./plain-words.tsx")).PlainWords);

interface ThreadItemProps {
  readonly thread: FoundThreadSummary;
  readonly isShown: boolean;
  /** Which fork it is among those of one title; undefined for the first, and for what is none. */
  readonly forkNumber: number | undefined;
}

/** One conversation in the list: opens it, and has a menu for what else can be done with it. */
export const ThreadItem = memo(({ thread, isShown, forkNumber }: ThreadItemProps) => {
  const [mode, setMode] = useState<"shown" | "renaming" | "deleting">("shown");
  const title = titleOf(thread);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isShown) link.current?.scrollIntoView({ block: "nearest" });
  }, [isShown]);
  if (mode === "renaming") return <RenameForm thread={thread} onEnd={() => setMode("shown")} />;
  return (
    <li className="thread-item">
      <a
        ref={link}
        href={`#${encodeURIComponent(thread.id)}`}
        data-stop=""
        aria-current={isShown ? "page" : undefined}
        title={title}
      >
        <span className="thread-title" dir="auto">
          {thread.forkedFrom === undefined ? null : <ForkMark number={forkNumber} />}
          {title}
        </span>
        {thread.found === undefined ? null : (
          <span className="thread-excerpt" dir="auto">
            <Suspense fallback={spelledOnOneLine(thread.found.excerpt)}>
              <PlainWords text={thread.found.excerpt} />
            </Suspense>
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
  const words = conversationsTexts.states[status];
  if (words !== "") return <span className={`thread-status ${status}`}>{` ${words}`}</span>;
  return archived === true ? <span className="thread-status archived">{` ${conversationsTexts.archived}`}</span> : null;
}

function ForkMark({ number }: { readonly number: number | undefined }) {
  return (
    <span
      role="img"
      aria-label={`${number === undefined ? conversationsTexts.fork : conversationsTexts.forkOf(number)} `}
      className="fork"
    >
      <svg viewBox="0 0 16 16" aria-hidden="true" className="icon">
        <path d="M4 2.5v11M4 10c5 0 7-2 7-6.500M8.500 6 11 3.500 13.500 6" />
      </svg>
      {number}
    </span>
  );
}
