import type { BudgetLimits } from "@toolwright/core";

/** `GET /api/configuration`: how an agent is set up, as far as that can be changed. What cannot is left out. */
export interface ShownConfiguration {
  readonly models?: {
    readonly offered: readonly ConfiguredModel[];
    /** Providers whose key can be given. */
    readonly providers: readonly string[];
  };
  readonly servers?: readonly ConfiguredServer[];
  readonly instructions?: InstructionFile;
  readonly budget?: ShownBudget;
}

/** A model that the agent offers. It says whether there is a key, never the key. */
export interface ConfiguredModel {
  readonly model: string;
  /** Threads have it that choose none. */
  readonly isUsual: boolean;
  /** It was added here, and can be removed. */
  readonly isAdded: boolean;
  /** A key was given with it. */
  readonly hasKey: boolean;
  /** Of its server, where that was given. */
  readonly address?: string;
}

/** `POST /api/configuration/models`: the key of a provider, or an address with the name of its model. */
export type WantedModel =
  | {
      readonly key: string;
      /** Left out where the key says whose it is. */
      readonly provider?: string | undefined;
      /** Left out: the usual one of the provider. */
      readonly name?: string | undefined;
    }
  | { readonly address: string; readonly name: string; readonly key?: string | undefined };

/** What an MCP server is, without what its variables and headers hold. */
export interface ServerDefinition {
  readonly name: string;
  /** Of a program: its words, one by one. */
  readonly command?: readonly string[];
  /** Names of variables that it is given. */
  readonly variables?: readonly string[];
  readonly url?: string;
  /** Names of headers that are sent. */
  readonly headers?: readonly string[];
}

/** An MCP server of the agent, and how it stands with it. */
export interface ConfiguredServer extends ServerDefinition {
  /** Where it is written: this user's file, the folder's, or a file that the command line names. */
  readonly source: "user" | "folder" | "command line";
  readonly tools: number;
  /** Why it cannot be used. */
  readonly problem?: string;
}

/**
 * An MCP server to add: a program, or an address. `POST /api/configuration/servers` takes it with the `confirm` of its
 * question; without one nothing is changed.
 */
export type WantedServer = { readonly name: string } & (
  | {
      readonly command: string;
      readonly args?: readonly string[] | undefined;
      /** By name; an empty value stands for what the variable holds where the server of the agent runs. */
      readonly env?: Readonly<Record<string, string>> | undefined;
    }
  | { readonly url: string; readonly headers?: Readonly<Record<string, string>> | undefined }
);

/** What is asked before an MCP server is added. */
export interface AddedServerQuestion {
  readonly adds: ServerDefinition;
  /** The name of exactly that, for `confirm`. */
  readonly confirm: string;
}

/** The file of the folder that its model is told first. */
export interface InstructionFile {
  /** Relative to the folder. */
  readonly file: string;
  /** Empty where there is no such file yet. */
  readonly text: string;
  /** The name of exactly this text, for a change of it. */
  readonly basis: string;
}

/** Limits of spending; null where there is none of their own. */
export interface ShownBudget {
  /** Of conversations that have none of their own. */
  readonly usual: BudgetLimits;
  /** Of the thread that was asked about. */
  readonly thread?: BudgetLimits | null;
}

/** `GET /api/configuration/changes`: what was changed, the newest first. */
export interface ConfigurationChanges {
  readonly changes: readonly ConfigurationChange[];
}

/** A change of how an agent is set up. It holds no key, and no value of a variable or a header. */
export interface ConfigurationChange {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly kind:
    | "model_added"
    | "model_chosen"
    | "model_removed"
    | "server_added"
    | "server_removed"
    | "instructions_changed"
    | "budget_changed";
  /** What it was about: a model, a whole command, a file, limits. */
  readonly about: string;
  /** Why nothing came of it. */
  readonly refused?: string;
}
