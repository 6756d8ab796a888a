import { useEffect, useId, useRef } from "react";
import { shortcutTexts } from "../words/palette.ts";

/** The keys of the page. */
export function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="dialog shortcuts" aria-labelledby={heading} onClose={onClose}>
      <h2 id={heading}>{shortcutTexts.heading}</h2>
      <dl>
        {shortcutTexts.keys.map(([keys, does]) => (
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
          {shortcutTexts.close}
        </button>
      </div>
    </dialog>
  );
}
