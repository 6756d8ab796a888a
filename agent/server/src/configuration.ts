import type { BudgetLimits, Conversation } from "@toolwright/core";
import type {
  ConfigurationChange,
  ConfiguredModel,
  ConfiguredServer,
  FoundModel,
  InstructionFile,
  OfferedPicking,
  ServerDefinition,
  WantedModel,
  WantedServer,
} from "@toolwright/view/internal";

/**
 * How people change what an agent is made of while it serves; a change counts from the next run on. What is left out is
 * not offered. A function that changes something resolves to one sentence where it refuses, and to undefined where the
 * change is made.
 */
export interface AgentConfiguration {
  readonly models?: ModelConfiguration;
  readonly servers?: ServerConfiguration;
  readonly instructions?: InstructionConfiguration;
  readonly budget?: BudgetConfiguration;
  /** Keeps a change before it is made, and again where it was refused. Rejects: then nothing is changed. */
  record(change: ConfigurationChange): Promise<void>;
  /** What was kept, the newest first. */
  recorded(): Promise<readonly ConfigurationChange[]>;
}

/** How a person gives an agent its model while it serves. What is picked becomes the usual one. */
export interface ModelPicking extends OfferedPicking {
  /** The models of servers on this machine, which are asked now. */
  look(): Promise<readonly FoundModel[]>;
  /** Picks one that was found. Why it cannot be used, in one sentence; undefined where it is. */
  use(model: string): Promise<string | undefined>;
  /**
   * Picks the usual model of a provider, whose key is kept as long as the process. `provider`: one of `providers`,
   * where the key does not say it. Why it cannot be used, in one sentence; undefined where it is.
   */
  useKey(key: string, provider?: string): Promise<string | undefined>;
}

/** The models of an agent. */
export interface ModelConfiguration {
  /** Providers whose key can be given. */
  readonly providers: readonly string[];
  list(): readonly ConfiguredModel[];
  /** Its key is kept as long as the process, and given to nothing but its model. */
  add(wanted: WantedModel): Promise<string | undefined>;
  /** Makes one of them the usual one. */
  use(model: string): Promise<string | undefined>;
  /** Forgets one that was added, and its key. */
  remove(model: string): Promise<string | undefined>;
}

/** The MCP servers of an agent. */
export interface ServerConfiguration {
  list(): Promise<readonly ConfiguredServer[]>;
  /** What would be added, without starting anything; or why it cannot be. */
  check(wanted: WantedServer): Promise<{ readonly adds: ServerDefinition } | { readonly refused: string }>;
  /** Keeps and starts it. */
  add(wanted: WantedServer): Promise<string | undefined>;
  /** Ends it, and forgets it. */
  remove(name: string): Promise<string | undefined>;
}

/** The file that the model of a folder is told first. */
export interface InstructionConfiguration {
  read(): Promise<InstructionFile>;
  /** Writes another text in the place of the one that `basis` names. */
  write(change: Pick<InstructionFile, "text" | "basis">): Promise<string | undefined>;
}

/** What may be spent. */
export interface BudgetConfiguration {
  /** Of one conversation: undefined where it has no limits of its own. */
  limits(conversation?: Conversation): Promise<BudgetLimits | undefined>;
  /** Of one conversation, where undefined gives it the usual ones again; or the usual ones. */
  set(limits: BudgetLimits | undefined, conversation?: Conversation): Promise<string | undefined>;
}
