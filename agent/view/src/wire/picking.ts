/** What a person picks a model by. */
export interface OfferedPicking {
  /** Providers whose key can be given. */
  readonly providers: readonly string[];
  /** A task that a model did once, to be watched. */
  readonly recorded: RecordedTask;
}

/** A task that a model did once: its answers are played again, and its calls are made. */
export interface RecordedTask {
  /** The one of the models that plays it. */
  readonly model: string;
  /** What is said to it. */
  readonly message: string;
}

/** `POST /api/models/look`. */
export interface FoundModels {
  readonly models: readonly FoundModel[];
}

/** A model of a server on the machine of the agent. */
export interface FoundModel {
  /** As it is picked. */
  readonly model: string;
  /** For people: what it is called, and what serves it. */
  readonly label: string;
}
