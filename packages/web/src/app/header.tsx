import { useServices } from "./services.ts";

/** What this is, which folder and model it works with, and what a person should know of it. */
export function Header() {
  const { info } = useServices();
  return (
    <header className="app-header">
      <h1>Toolwright</h1>
      <p className="app-about">
        {info.workspace === undefined ? null : <span>{info.workspace} · </span>}
        <span>{info.model}</span>
      </p>
      {info.notice === null ? null : <p className="app-notice">{info.notice}</p>}
    </header>
  );
}
