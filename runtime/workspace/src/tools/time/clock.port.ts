import type { DependencyKey } from "@toolwright/core";

/** Tells the time. */
export interface Clock {
  now(): Date;
  /** IANA name of the zone that is meant when none is said. */
  timeZone(): string;
}

/** The clock of `get_current_time`. Without an override: this machine's. */
export const CLOCK: DependencyKey<Clock> = {
  id: "toolwright.clock",
  scope: "run",
  create: () => ({
    now: () => new Date(),
    timeZone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
  }),
};
