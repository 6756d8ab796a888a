import {
  type AddedServerQuestion,
  type ConfiguredServer,
  spelledOnOneLine,
  type WantedServer,
} from "@toolwright/view/internal";
import { useState } from "react";
import { serversTexts } from "../../words/configuration.ts";
import { serverState } from "../general-settings.tsx";
import { AddServer } from "./add-server.tsx";
import { Definition } from "./definition.tsx";
import type { Configuration } from "./use-configuration.ts";

interface ServersPanelProps extends Configuration {
  readonly servers: readonly ConfiguredServer[];
}

interface Asked {
  readonly wanted: WantedServer;
  readonly question: AddedServerQuestion;
}

/** The MCP servers of the agent, and a form whose server is shown whole before it is started. */
export function ServersPanel({ servers, change, isBusy }: ServersPanelProps) {
  const [asked, setAsked] = useState<Asked>();
  // The form stays as it was filled in until its server is there.
  const [added, setAdded] = useState(0);
  const look = async (wanted: WantedServer) => {
    const answer = await change((api) => api.post<AddedServerQuestion>("/api/configuration/servers", wanted));
    if (answer !== undefined) setAsked({ wanted, question: answer.value });
  };
  const add = async ({ wanted, question: { confirm } }: Asked) => {
    const answer = await change((api) => api.post("/api/configuration/servers", { ...wanted, confirm }));
    if (answer === undefined) return;
    setAsked(undefined);
    setAdded(added + 1);
  };
  const remove = (name: string) =>
    void change((api) => api.delete(`/api/configuration/servers?name=${encodeURIComponent(name)}`));
  return (
    <>
      {asked === undefined ? (
        <ServerList servers={servers} isBusy={isBusy} onRemove={remove} />
      ) : (
        <Confirm asked={asked} isBusy={isBusy} onYes={() => void add(asked)} onNo={() => setAsked(undefined)} />
      )}
      <div hidden={asked !== undefined}>
        <AddServer key={added} isBusy={isBusy} onLook={(wanted) => void look(wanted)} />
      </div>
    </>
  );
}

interface ServerListProps extends Pick<ServersPanelProps, "servers" | "isBusy"> {
  readonly onRemove: (name: string) => void;
}

function ServerList({ servers, isBusy, onRemove }: ServerListProps) {
  if (servers.length === 0) return <p className="quiet-text">{serversTexts.none}</p>;
  return (
    <ul className="set-list">
      {servers.map((server) => (
        <li key={server.name}>
          <div>
            <b>{spelledOnOneLine(server.name)}</b>
            <span className="quiet-text">{spelledOnOneLine(serverState(server))}</span>
            <Definition server={server} />
            <span className="quiet-text">{serversTexts[FROM[server.source]]}</span>
          </div>
          {server.source === "user" ? (
            <button
              type="button"
              disabled={isBusy}
              aria-label={serversTexts.removeOne(server.name)}
              onClick={() => onRemove(server.name)}
            >
              {serversTexts.remove}
            </button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

const FROM = { user: "fromUser", folder: "fromFolder", "command line": "fromCommandLine" } as const;

interface ConfirmProps {
  readonly asked: Asked;
  readonly isBusy: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** The whole of it: nobody should start what they cannot see. */
function Confirm({ asked: { question }, isBusy, onYes, onNo }: ConfirmProps) {
  const { adds } = question;
  const isProgram = adds.command !== undefined;
  return (
    <section className="set-form" aria-label={serversTexts.addOne(adds.name)}>
      <h3>{isProgram ? serversTexts.startQuestion(adds.name) : serversTexts.connectQuestion(adds.name)}</h3>
      <p>{isProgram ? serversTexts.startAbout : serversTexts.connectAbout}</p>
      <Definition server={adds} isWhole />
      <div className="dialog-buttons">
        <button type="button" disabled={isBusy} onClick={onNo}>
          {serversTexts.back}
        </button>
        <button type="button" className="danger" disabled={isBusy} onClick={onYes}>
          {isBusy ? serversTexts.starting : isProgram ? serversTexts.start : serversTexts.connect}
        </button>
      </div>
    </section>
  );
}
