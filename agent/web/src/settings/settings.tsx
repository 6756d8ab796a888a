import { Suspense, useEffect, useId, useRef, useState } from "react";
import { later } from "../base/later.ts";
import { useServices } from "../base/services.ts";
import { TabList } from "../base/tab-list.tsx";
import { settingsTexts } from "../words/settings.ts";
import { GeneralSettings } from "./general-settings.tsx";

// Who only answers questions never sees it.
const ConfigurationPanel = later(async () => {
  return (await import("./configure/configuration-panel.tsx")).ConfigurationPanel;
});

const TABS = ["general", "models", "servers", "instructions", "budget", "changes"] as const;

/** What can be set, what the folder's rules are, and how the agent is set up where that can be changed. */
export function Settings({ onClose }: { readonly onClose: () => void }) {
  const { info } = useServices();
  const dialog = useRef<HTMLDialogElement>(null);
  const hasChanged = useRef(false);
  const [tab, setTab] = useState<(typeof TABS)[number]>("general");
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => {
    // What the page knows of the agent is read again.
    if (hasChanged.current) location.reload();
    onClose();
  };
  const onChange = () => {
    hasChanged.current = true;
  };
  return (
    <dialog ref={dialog} className="dialog settings" aria-labelledby={`${id}-title`} onClose={close}>
      <h2 id={`${id}-title`}>{settingsTexts.heading}</h2>
      {info.configuration === undefined ? (
        <GeneralSettings />
      ) : (
        <>
          <TabList
            tabs={TABS.map((name) => [name, settingsTexts.tabs[name]] as const)}
            shown={tab}
            onShow={setTab}
            label={settingsTexts.heading}
            id={id}
          />
          <div className="settings-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`}>
            {tab === "general" ? (
              <GeneralSettings />
            ) : (
              <Suspense fallback={<p className="quiet-text">{settingsTexts.opening}</p>}>
                <ConfigurationPanel part={tab} onChange={onChange} />
              </Suspense>
            )}
          </div>
        </>
      )}
      <div className="dialog-buttons">
        <button type="button" onClick={() => dialog.current?.close()}>
          {settingsTexts.close}
        </button>
      </div>
    </dialog>
  );
}
