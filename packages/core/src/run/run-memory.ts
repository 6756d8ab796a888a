import { LoopGuard } from "./authorise/loop-guard.ts";
import { ReadMemory } from "./authorise/read-memory.ts";
import type { DependencyScope } from "./perform/dependency-scope.ts";
import type { Inbox } from "./perform/inbox.ts";

/** What one run remembers between its calls. */
export class RunMemory {
  readonly reads = new ReadMemory();
  readonly guard = new LoopGuard();
  /** Values that live as long as the run; undefined until the first one is wanted. */
  dependencies: DependencyScope | undefined;
  /** Where background results wait for the next model call; undefined outside a loop. */
  inbox: Inbox | undefined;

  shareDependencies(make: () => DependencyScope): void {
    this.dependencies ??= make();
  }
}
