import { type PropsWithChildren, useEffect, useRef } from "react";
import { Icon } from "../icons/icon.tsx";
import { appTexts } from "../words/app.ts";

interface DrawerProps extends PropsWithChildren {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The list of threads: beside the conversation, or over it where there is no room. */
export function Drawer({ isOpen, onClose, children }: DrawerProps) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    nav.current?.querySelector("button")?.focus();
    const onEscape = ({ key }: KeyboardEvent) => {
      if (key === "Escape" && document.querySelector("dialog[open]") === null) onClose();
    };
    document.addEventListener("keydown", onEscape);
    addEventListener("hashchange", onClose);
    return () => {
      document.removeEventListener("keydown", onEscape);
      removeEventListener("hashchange", onClose);
    };
  }, [isOpen, onClose]);
  return (
    <>
      <nav ref={nav} className="thread-list" aria-label={appTexts.conversations} data-open={isOpen}>
        <button type="button" className="quiet drawer-close" aria-label={appTexts.closeList} onClick={onClose}>
          <Icon name="close" />
        </button>
        {children}
      </nav>
      {/* The page behind the drawer; the button above does the same. */}
      <div className="drawer-behind" data-open={isOpen} aria-hidden="true" onPointerDown={onClose} />
    </>
  );
}
