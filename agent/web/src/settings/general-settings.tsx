import type { ShownServer } from "@toolwright/view/internal";
import { useState } from "react";
import { useServices } from "../base/services.ts";
import { canNotify, notifies, setNotifies } from "./notifications.ts";
import { SavedRules } from "./saved-rules.tsx";

/** What can be set by everybody, and what the folder's rules are. */
export function GeneralSettings() {
  const { info } = useServices();
  return (
    <>
      <NotificationSetting />
      {info.sandbox === undefined ? null : (
        <section aria-label="Sandbox">
          <h3>Sandbox</h3>
          <p>{info.sandbox === null ? "Commands run without a sandbox." : `Commands are held by ${info.sandbox}.`}</p>
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
    <section aria-label="MCP servers">
      <h3>MCP servers</h3>
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
  if (problem !== undefined) return `cannot be used: ${problem}`;
  return tools === 1 ? "1 tool" : `${tools} tools`;
}

/** Whether the desktop tells of questions while the page is not seen: only who asks for it is told. */
function NotificationSetting() {
  const [isOn, setOn] = useState(notifies);
  const [problem, setProblem] = useState<string>();
  if (!canNotify()) return null;
  const change = async (wanted: boolean) => {
    const isDone = await setNotifies(wanted);
    setOn(notifies());
    setProblem(isDone ? undefined : "The browser does not let this page show notifications.");
  };
  return (
    <section aria-label="Notifications">
      <h3>Notifications</h3>
      <label className="setting">
        <input type="checkbox" checked={isOn} onChange={(event) => void change(event.target.checked)} />
        Tell me of questions while this page is not seen
      </label>
      {problem === undefined ? null : (
        <p role="alert" className="list-problem">
          {problem}
        </p>
      )}
    </section>
  );
}
