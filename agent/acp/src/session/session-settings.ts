import { RequestError, type SessionConfigOption, type SessionModeState } from "@agentclientprotocol/sdk";
import type { ServerInfo } from "@toolwright/view";
import { modeWords } from "@toolwright/view/internal";

/** What was chosen for a session. */
export interface SessionChoice {
  readonly model?: string;
  /** Null: as the provider has it. */
  readonly effort?: string | null;
  readonly mode?: string;
}

/** How much may be done unasked; null where there is nothing to choose. */
export function modesOf({ modes }: ServerInfo, { mode }: SessionChoice): SessionModeState | null {
  const [usual] = modes;
  if (usual === undefined) return null;
  return {
    currentModeId: mode ?? usual,
    availableModes: modes.map((id) => {
      const { name, about } = modeWords(id);
      return { id, name, description: about === "" ? null : about };
    }),
  };
}

/** The mode again, for editors that know options alone, the model, and how hard it thinks. */
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
    options: named(info.models),
  };
  const [, ...efforts] = effortsOf(info, choice);
  const effort: SessionConfigOption = {
    id: "effort",
    name: "Effort",
    category: "thought_level",
    type: "select",
    currentValue: choice.effort ?? USUAL,
    options: named([USUAL, ...efforts]),
  };
  return [...mode, model, ...(efforts.length === 0 ? [] : [effort])];
}

/** What a provider does where nobody says. */
const USUAL = "usual";

function effortsOf({ efforts = {}, model: usual }: ServerInfo, { model = usual }: SessionChoice): readonly string[] {
  return [USUAL, ...(Object.hasOwn(efforts, model) ? (efforts[model] ?? []) : [])];
}

function named(names: readonly string[]) {
  return names.map((name) => ({ value: name, name }));
}

/** A choice with one value changed. An effort goes with its model. Throws a `RequestError` that names what there is. */
export function withOption(
  info: ServerInfo,
  choice: SessionChoice,
  { configId, value }: { readonly configId: string; readonly value: unknown },
): SessionChoice {
  const offered = { mode: info.modes, model: info.models, effort: effortsOf(info, choice) };
  if (configId !== "mode" && configId !== "model" && configId !== "effort")
    throw new RequestError(-32602, `There is no option ${JSON.stringify(configId)}.`);
  const chosen = offered[configId].find((one) => one === value);
  if (chosen === undefined)
    throw new RequestError(
      -32602,
      `There is no ${configId} ${JSON.stringify(value)}; there is ${offered[configId].join(", ")}.`,
    );
  const next = { ...choice, [configId]: chosen };
  const [, ...efforts] = effortsOf(info, next);
  return { ...next, effort: efforts.find((one) => one === next.effort) ?? null };
}
