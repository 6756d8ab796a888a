/** Variables of the environment. An empty one counts as absent. */
export type Environment = Readonly<Record<string, string | undefined>>;
