import { type Component, truncateToWidth, visibleWidth } from "@earendil-works/pi-tui";
import { costText, shortNumber, spelledOnOneLine } from "@toolwright/view/internal";
import type { RunStatus } from "../../view/run-status.ts";
import type { Styles } from "../styles.ts";

/** What does not come from the events of runs; what is not known yet is left out. */
export interface StatusFacts {
  readonly model?: string;
  /** Tokens that the model can read. */
  readonly contextWindow?: number | undefined;
  readonly mode?: string;
  readonly sandbox?: string;
  readonly title?: string | undefined;
  /** What a program of the person's own says: a line of its own. */
  readonly own?: string | undefined;
}

/** Where there is no room for all, these go before what holds commands does; the title is cut before any of them. */
const LEAST = ["cost", "context", "model"] as const;

/** The last row: model, mode, how full the model's memory is, what it has cost, what holds commands, and the title. */
export class StatusLine implements Component {
  readonly #status: RunStatus;
  readonly #styles: Styles;
  facts: StatusFacts = {};

  constructor(status: RunStatus, styles: Styles) {
    this.#status = status;
    this.#styles = styles;
  }

  invalidate(): void {}

  render(width: number): string[] {
    const { model, mode, sandbox, title, own } = this.facts;
    const parts = {
      model,
      mode: mode && `mode ${mode}`,
      context: this.#context(),
      cost: this.#cost(),
      sandbox: sandbox && `sandbox ${sandbox}`,
    };
    for (const part of LEAST) if (visibleWidth(joined(Object.values(parts))) > width) parts[part] = "";
    const line = joined([...Object.values(parts), title]);
    const lines = [line === "" ? "loading…" : line, ...(own === undefined ? [] : [spelledOnOneLine(own)])];
    return lines.map((one) => this.#styles.dim(truncateToWidth(one, width, "…")));
  }

  #context(): string {
    const { contextTokens, contextWindow = this.facts.contextWindow } = this.#status;
    if (contextTokens === 0) return "";
    if (contextWindow === undefined) return `context ${shortNumber(contextTokens)}`;
    return `context ${Math.round((contextTokens / contextWindow) * 100)} % of ${shortNumber(contextWindow)}`;
  }

  #cost(): string {
    const { costUsd, inputTokens, outputTokens } = this.#status.usage;
    if (costUsd !== undefined) return costText(costUsd);
    return inputTokens + outputTokens === 0 ? "" : `${shortNumber(inputTokens + outputTokens)} tokens`;
  }
}

function joined(parts: readonly (string | undefined)[]): string {
  return parts.flatMap((part) => (part ? [spelledOnOneLine(part)] : [])).join(" · ");
}
