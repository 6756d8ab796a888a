import { type ServerDefinition, spelledStrictly } from "@toolwright/view/internal";
import { serversTexts } from "../../words/configuration.ts";
import { shellLine } from "./shell-line.ts";

interface DefinitionProps {
  readonly server: ServerDefinition;
  /** Where it is asked about, in place of being listed. */
  readonly isWhole?: boolean;
}

/** What a server is: its whole command or its address, and the names of what it is given. */
export function Definition({ server, isWhole = false }: DefinitionProps) {
  const { command, variables = [], url, headers = [] } = server;
  const text = command === undefined ? (url ?? "") : shellLine(command);
  return (
    <div className={isWhole ? "definition whole" : "definition"}>
      <code>{spelledStrictly(text)}</code>
      {variables.length === 0 ? null : <span>{serversTexts.variables(variables.map(spelledStrictly).join(", "))}</span>}
      {headers.length === 0 ? null : <span>{serversTexts.headers(headers.map(spelledStrictly).join(", "))}</span>}
    </div>
  );
}
