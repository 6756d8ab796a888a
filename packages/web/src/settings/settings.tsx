import { useEffect, useId, useRef } from "react";
import { useServices } from "../app/services.ts";
import { McpServers } from "./mcp-servers.tsx";
import { NotificationSetting } from "./notification-setting.tsx";
import { SavedRules } from "./saved-rules.tsx";

/** What can be set, and what the folder's rules are. */
export function Settings({ onClose }: { readonly onClose: () => void }) {
  const { info } = useServices();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="dialog settings" aria-labelledby={heading} onClose={onClose}>
      <h2 id={heading}>Settings</h2>
      <NotificationSetting />
      {info.sandbox === undefined ? null : (
        <section aria-label="Sandbox">
          <h3>Sandbox</h3>
          <p>{info.sandbox === null ? "Commands run without a sandbox." : `Commands are held by ${info.sandbox}.`}</p>
        </section>
      )}
      <McpServers />
      {info.rules ? <SavedRules /> : null}
      <div className="dialog-buttons">
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </dialog>
  );
}
