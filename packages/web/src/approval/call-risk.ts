/** What a call may do at worst, as far as its tool says so. */
export interface CallRisk {
  readonly level: "reads" | "changes" | "outside" | "unknown";
  readonly words: string;
}

/** What is known of the tools and of what holds their commands. */
export interface RiskFacts {
  readonly effects: "read" | "write" | "external" | null | undefined;
  /** File changes can be taken back. */
  readonly canUndo: boolean;
  /** What holds commands; null for nothing, undefined where that is not known. */
  readonly sandbox: string | null | undefined;
  /** It runs a command. */
  readonly isCommand: boolean;
}

/** The risk of a call in words. */
export function callRisk({ effects, canUndo, sandbox, isCommand }: RiskFacts): CallRisk {
  if (effects === "read") return { level: "reads", words: "It only reads." };
  if (effects === "write") {
    return { level: "changes", words: `It changes files, which can${canUndo ? "" : "not"} be undone here.` };
  }
  if (effects !== "external") return { level: "unknown", words: "Its tool does not say what it changes." };
  if (!isCommand || sandbox === undefined) return { level: "outside", words: OUTSIDE };
  const held = sandbox === null ? "No sandbox holds it." : `It is held by ${sandbox}.`;
  return { level: "outside", words: `${OUTSIDE} ${held}` };
}

const OUTSIDE = "It may reach beyond files, which cannot be undone.";
