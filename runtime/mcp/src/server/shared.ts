import type { CallServices } from "./calls/call-services.ts";
import type { Tasks } from "./tasks/tasks.ts";

/** What all connections of one server share. */
export interface Shared extends CallServices {
  readonly tasks: Tasks;
}
