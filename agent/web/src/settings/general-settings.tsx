import type { ShownServer } from "@toolwright/view/internal";
import { useState } from "react";
import { useServices } from "../base/services.ts";
import { settingsTexts } from "../words/settings.ts";
import { LanguageSetting } from "./language-setting.tsx";
import { canNotify, notifies, setNotifies } from "./notifications.ts";
import { SavedRules } from "./saved-rules.tsx";

/** What can be set by everybody, and what the folder's rules are. */
export function GeneralSettings() {
  const { info } = useServices();
  return (
    <>
      <LanguageSetting />
      <NotificationSetting />
      {info.sandbox === undefined ? null : (
        <section aria-label={settingsTexts.sandbox}>
          <h3>{settingsTexts.sandbox}</h3>
          <p>{info.sandbox === null ? settingsTexts.noSandbox : settingsTexts.heldBy(info.sandbox)}</p>
        </section>
      )}
      {info.configuration === undefined ? <McpServers /> : null}
      {info.rules ? <SavedRules /> : null}
    </>
  );
}

/** The MCP servers whose tools the agent has, and what is wrong with those that cannot be used. */
function McpServers() {
  const { info } = useServices();
  const { servers = [] } = info;
  if (servers.length === 0) return null;
  return (
    <section aria-label={settingsTexts.servers}>
      <h3>{settingsTexts.servers}</h3>
      <ul>
        {servers.map((server) => (
          <li key={server.name}>
            <b>{server.name}</b> <span className="quiet-text">{serverState(server)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How it stands with an MCP server, in words. */
export function serverState({ tools, problem }: Omit<ShownServer, "name">): string {
  if (problem !== undefined) return settingsTexts.unusable(problem);
  return settingsTexts.toolCount(tools);
}

/** Whether the desktop tells of questions while the page is not seen: only who asks for it is told. */
function NotificationSetting() {
  const [isOn, setOn] = useState(notifies);
  const [problem, setProblem] = useState<string>();
  if (!canNotify()) return null;
  const change = async (wanted: boolean) => {
    const isDone = await setNotifies(wanted);
    setOn(notifies());
    setProblem(isDone ? undefined : settingsTexts.notAllowed);
  };
  return (
    <section aria-label={settingsTexts.notifications}>
      <h3>{settingsTexts.notifications}</h3>
      <label className="setting">
        <input type="checkbox" checked={isOn} onChange={(event) => void change(event.target.checked)} />
        {settingsTexts.notify}
      </label>
      {problem === undefined ? null : (
        <p role="alert" className="list-problem">
          {problem}
        </p>
      )}
    </section>
  );
}
