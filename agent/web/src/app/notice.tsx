import { useState } from "react";
import { browserStorage } from "../base/browser-storage.ts";
import { useServices } from "../base/services.ts";
import { Icon } from "../icons/icon.tsx";
import { appTexts } from "../words/app.ts";

const KEY = "toolwright.hidden-notice";

/** What a person should know of the model, until they have read it. */
export function Notice() {
  const { notice } = useServices().info;
  const storage = browserStorage("session");
  const [hidden, setHidden] = useState(() => storage?.getItem(KEY));
  if (notice === null || hidden === notice) return null;
  const hide = () => {
    storage?.setItem(KEY, notice);
    setHidden(notice);
  };
  return (
    <section className="app-notice" aria-label={appTexts.notice}>
      <span>{notice}</span>
      <button type="button" className="quiet" aria-label={appTexts.hideNotice} onClick={hide}>
        <Icon name="close" />
      </button>
    </section>
  );
}
