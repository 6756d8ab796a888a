import { useEffect, useId, useRef } from "react";

/** Keys, and what they do. */
const SHORTCUTS: readonly (readonly [keys: string, does: string])[] = [
  ["Ctrl+K or ⌘K", "Go to a thread, an action or a model"],
  ["Alt+N", "New thread"],
  ["/", "Search threads, or a command in an empty message"],
  ["@", "Name a file in a message"],
  ["Enter", "Send; while a run goes on, say something to it"],
  ["Shift+Enter", "A new line"],
  ["Esc", "Close what is open, else stop the run"],
  ["1 2 3", "Allow once, always allow, refuse with a note, while a question has the focus"],
  ["↑ ↓ Home End", "From row to row in lists; → to the actions of a thread"],
  ["?", "This list"],
];

/** The keys of the page. */
export function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="dialog shortcuts" aria-labelledby={heading} onClose={onClose}>
      <h2 id={heading}>Keyboard shortcuts</h2>
      <dl>
        {SHORTCUTS.map(([keys, does]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <div className="dialog-buttons">
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </dialog>
  );
}
