import { costText, spelledOnOneLine } from "@toolwright/view/internal";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { Icon } from "../icons/icon.tsx";
import { ModePill } from "../pickers/mode-pill.tsx";
import { changedLines } from "../side/collect-changes.ts";
import { theSide } from "../side/side-store.ts";
import { titleOf } from "../threads/title-of.ts";
import { useNetChanges } from "../undo/use-net-changes.ts";
import { chatTexts } from "../words/chat.ts";
import { sandboxReach } from "./sandbox-reach.ts";
import { useBranch } from "./use-branch.ts";

/** What the thread is called, what it has come to, and how far it gets unasked. */
export function ThreadHead() {
  const { info, thread, threads, past } = useServices();
  const isLookedBack = useStore(past, ({ isOpen }) => isOpen);
  const threadId = useStore(thread, (state) => state.threadId);
  const title = useStore(threads, () => {
    const known = threads.find(threadId);
    return known === undefined ? undefined : titleOf(known);
  });
  const cost = useStore(thread, ({ usage }) => usage?.costUsd);
  const branch = useBranch();
  const net = useNetChanges();
  const changes = net === undefined || net === "unknown" ? "" : changedLines(net.files, net.more);
  const reach = sandboxReach(info);
  return (
    <div className="thread-head">
      <h2 dir="auto">{title ?? chatTexts.newConversation}</h2>
      {branch === undefined ? null : (
        <span className="thread-branch" dir="auto" title={chatTexts.branchOfFolder}>
          <Icon name="branch" />
          {spelledOnOneLine(branch)}
        </span>
      )}
      {changes === "" ? null : (
        <button type="button" className="quiet thread-changes" onClick={() => theSide.openChanges()}>
          {changes}
        </button>
      )}
      <button
        type="button"
        className="quiet thread-steps"
        aria-pressed={isLookedBack}
        title={chatTexts.lookBack}
        onClick={() => void (isLookedBack ? past.close() : past.open())}
      >
        {chatTexts.steps}
      </button>
      {cost === undefined ? null : <span className="thread-cost">{costText(cost)}</span>}
      {reach === undefined ? null : (
        <span className="thread-reach" data-far={reach.isFar} title={reach.words}>
          <span aria-hidden="true">{reach.ring}</span> <span>{reach.short}</span>
        </span>
      )}
      <ModePill />
    </div>
  );
}
