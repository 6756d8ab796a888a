import { spelledOnOneLine } from "@toolwright/view/internal";
import { agentTexts } from "../../words/configuration.ts";
import { BudgetPanel } from "./budget-panel.tsx";
import { ChangesPanel } from "./changes-panel.tsx";
import { InstructionsPanel } from "./instructions-panel.tsx";
import { ModelsPanel } from "./models-panel.tsx";
import { ServersPanel } from "./servers-panel.tsx";
import { type Configuration, useConfiguration } from "./use-configuration.ts";

type Part = "models" | "servers" | "instructions" | "budget" | "changes";

interface ConfigurationPanelProps {
  readonly part: Part;
  /** Something that the page knows of the agent is another thing now. */
  readonly onChange: () => void;
}

/** Parts of which the page knows nothing. */
const APART: ReadonlySet<Part> = new Set(["instructions", "budget"]);
const NOTHING = () => undefined;

/** One part of how the agent is set up. A change counts from the next run on. */
export function ConfigurationPanel({ part, onChange }: ConfigurationPanelProps) {
  const { configuration, problem } = useConfiguration(APART.has(part) ? NOTHING : onChange);
  return (
    <>
      {problem === undefined ? null : (
        <p role="alert" className="list-problem">
          {spelledOnOneLine(problem)}
        </p>
      )}
      {configuration === undefined ? null : <Panel part={part} configuration={configuration} />}
    </>
  );
}

function Panel({ part, configuration }: { readonly part: Part; readonly configuration: Configuration }) {
  const { models, servers, instructions, budget } = configuration.shown;
  if (part === "changes") return <ChangesPanel />;
  if (part === "models" && models !== undefined) return <ModelsPanel {...configuration} models={models} />;
  if (part === "servers" && servers !== undefined) return <ServersPanel {...configuration} servers={servers} />;
  if (part === "instructions" && instructions !== undefined)
    return <InstructionsPanel key={instructions.basis} {...configuration} instructions={instructions} />;
  if (part === "budget" && budget !== undefined) return <BudgetPanel {...configuration} budget={budget} />;
  return <p>{agentTexts.fixed}</p>;
}
