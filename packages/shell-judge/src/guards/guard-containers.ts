import { guard } from "../decide/finding.ts";
import type { CommandReading, Guard } from "./command-view.ts";
import { guardGeneric } from "./guard-generic.ts";

const LOOKING = new Set(
  (
    "ps images image logs inspect version info stats top port diff history search events get describe explain " +
    "api-resources api-versions cluster-info compose network volume container context"
  ).split(" "),
);

const LOOKING_BELOW = new Set("ls list ps inspect logs config images top port version show".split(" "));

/** docker, podman, kubectl: options before the subcommand choose another daemon; what does not look runs something. */
export const guardContainers: Guard = (view): CommandReading => {
  const generic = guardGeneric(view);
  const [first, second] = view.args;
  const name = first?.form === "literal" ? first.value : "";
  const grouped = /^(?:compose|network|volume|container|context|image)$/.test(name);
  const looks = LOOKING.has(name) && (!grouped || LOOKING_BELOW.has(second?.value ?? ""));
  if (looks) return generic;
  const findings = [
    ...generic.findings,
    guard(`${view.name} ${first?.text ?? ""} can reach everything on the machine.`),
  ];
  return { ...generic, findings };
};
