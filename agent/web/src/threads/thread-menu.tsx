import type { ThreadSummary } from "@toolwright/view";
import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { useServices } from "../base/services.ts";
import { useDismiss } from "../base/use-dismiss.ts";
import { conversationsTexts } from "../words/conversations.ts";
import { saveThread, type ThreadFormat } from "./save-thread.ts";
import { titleOf } from "./title-of.ts";

interface ThreadMenuProps {
  readonly thread: ThreadSummary;
  readonly onRename: () => void;
  readonly onDelete: () => void;
}

interface Item {
  readonly name: string;
  readonly run: () => void;
}

/** What can be done with a thread of the list: one button that opens a menu. */
export function ThreadMenu(props: ThreadMenuProps) {
  const { thread } = props;
  const id = useId();
  const box = useRef<HTMLSpanElement>(null);
  const { isOpen, setOpen } = useDismiss(box);
  const items = useItems(props);
  return (
    <span className="thread-buttons" ref={box} data-open={isOpen}>
      <button
        type="button"
        tabIndex={-1}
        aria-label={conversationsTexts.actionsOf(titleOf(thread))}
        title={conversationsTexts.actions}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <DotsIcon />
      </button>
      {isOpen ? (
        <Menu
          id={id}
          name={conversationsTexts.actionsOf(titleOf(thread))}
          items={items}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </span>
  );
}

function useItems({ thread, onRename, onDelete }: ThreadMenuProps): readonly Item[] {
  const { api, threads } = useServices();
  const { id, pinned = false, archived = false } = thread;
  const save = async (format: ThreadFormat) => {
    const problem = await saveThread(api, thread, format);
    if (problem !== undefined) threads.tell(problem);
  };
  return [
    {
      name: pinned ? conversationsTexts.unpin : conversationsTexts.pin,
      run: () => void threads.alter(id, { pinned: !pinned }),
    },
    { name: conversationsTexts.rename, run: onRename },
    {
      name: archived ? conversationsTexts.bringBack : conversationsTexts.archiveOne,
      run: () => void threads.alter(id, { archived: !archived }),
    },
    { name: conversationsTexts.exportMarkdown, run: () => void save("markdown") },
    { name: conversationsTexts.exportHtml, run: () => void save("html") },
    { name: conversationsTexts.exportJson, run: () => void save("json") },
    { name: conversationsTexts.delete, run: onDelete },
  ];
}

interface MenuProps {
  readonly id: string;
  readonly name: string;
  readonly items: readonly Item[];
  readonly onClose: () => void;
}

function Menu({ id, name, items, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => menu.current?.querySelector("button")?.focus(), []);
  const onKey = (event: KeyboardEvent) => {
    const buttons = [...(menu.current?.querySelectorAll("button") ?? [])];
    const { activeElement } = document;
    const place = activeElement instanceof HTMLButtonElement ? buttons.indexOf(activeElement) : -1;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Tab") onClose();
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    buttons.at((place + step) % buttons.length)?.focus();
  };
  return (
    <div ref={menu} id={id} role="menu" tabIndex={-1} aria-label={name} className="menu" onKeyDown={onKey}>
      {items.map((item) => (
        <button
          key={item.name}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            onClose();
            item.run();
          }}
        >
          {item.name}
        </button>
      ))}
    </div>
  );
}

function DotsIcon() {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="icon">
      <path d="M3.500 8h.01M8 8h.01M12.500 8h.01" strokeWidth="2.4" />
    </svg>
  );
}
