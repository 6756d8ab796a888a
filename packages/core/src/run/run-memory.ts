import { LoopGuard } from "./authorise/loop-guard.ts";
import { ReadMemory } from "./authorise/read-memory.ts";
import { DependencyScope } from "./perform/dependency-scope.ts";
import type { Inbox } from "./perform/inbox.ts";

/** What one run remembers between its calls. */
export class RunMemory {
  readonly reads = new ReadMemory();
  readonly guard = new LoopGuard();
  readonly dependencies = new DependencyScope();
  /** Where background results wait for the next model call; undefined outside a loop. */
  inbox: Inbox | undefined;
}
