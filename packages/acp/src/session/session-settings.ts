import { RequestError, type SessionConfigOption, type SessionModeState } from "@agentclientprotocol/sdk";
import type { ServerInfo } from "@toolwright/view";

/** What was chosen for a session. */
export interface SessionChoice {
  readonly model?: string;
  readonly mode?: string;
}

interface ModeWords {
  readonly name: string;
  readonly description: string;
}

const MODES: Readonly<Record<string, ModeWords | undefined>> = Object.assign(Object.create(null), {
  default: { name: "Ask first", description: "Asks before it changes anything, unless a rule allows it." },
  "accept-edits": { name: "Accept edits", description: "Changes files of the folder unasked; asks about the rest." },
  plan: { name: "Plan only", description: "Looks and plans; nothing is changed." },
  "deny-asks": { name: "Ask nobody", description: "What would have to be asked about is refused." },
} satisfies Record<string, ModeWords>);

/** How much may be done unasked; null where there is nothing to choose. */
export function modesOf({ modes }: ServerInfo, { mode }: SessionChoice): SessionModeState | null {
  const [usual] = modes;
  if (usual === undefined) return null;
  return {
    currentModeId: mode ?? usual,
    availableModes: modes.map((id) => ({
      id,
      name: MODES[id]?.name ?? id,
      description: MODES[id]?.description ?? null,
    })),
  };
}

/** The mode again, for editors that know options alone, and the model. */
export function configOptionsOf(info: ServerInfo, choice: SessionChoice): SessionConfigOption[] {
  const modes = modesOf(info, choice);
  const mode: SessionConfigOption[] =
    modes === null
      ? []
      : [
          {
            id: "mode",
            name: "Mode",
            category: "mode",
            type: "select",
            currentValue: modes.currentModeId,
            options: modes.availableModes.map(({ id, name, description = null }) => ({ value: id, name, description })),
          },
        ];
  const model: SessionConfigOption = {
    id: "model",
    name: "Model",
    category: "model",
    type: "select",
    currentValue: choice.model ?? info.model,
    options: info.models.map((name) => ({ value: name, name })),
  };
  return [...mode, model];
}

/** A choice with one value changed. Throws a `RequestError` that names what there is. */
export function withOption(
  info: ServerInfo,
  choice: SessionChoice,
  { configId, value }: { readonly configId: string; readonly value: unknown },
): SessionChoice {
  const offered = configId === "mode" ? info.modes : configId === "model" ? info.models : undefined;
  if (offered === undefined) throw new RequestError(-32602, `There is no option ${JSON.stringify(configId)}.`);
  const chosen = offered.find((one) => one === value);
  if (chosen === undefined)
    throw new RequestError(-32602, `There is no ${configId} ${JSON.stringify(value)}; there is ${offered.join(", ")}.`);
  return { ...choice, [configId]: chosen };
}
