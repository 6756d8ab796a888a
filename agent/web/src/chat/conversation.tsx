import { Suspense, useEffect } from "react";
import { later } from "../base/later.ts";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { Composer } from "../composer/composer.tsx";
import { isEmpty } from "../composer/composer-store.ts";
import { EmptyThread } from "./empty-thread.tsx";
import { Log } from "./log.tsx";

const live = async () => (await import("./live-thread.tsx")).LiveThread;
const LiveThread = later(live);
const Scrubber = later(async () => (await import("../past/scrubber.tsx")).Scrubber);
const ThreadHead = later(async () => (await import("./thread-head.tsx")).ThreadHead);

/**
 * The conversation: what was said and done, and where to say more. Where nothing has been said it needs neither
 * assistant-ui nor cards.
 */
export function Conversation() {
  const { thread, composer, past } = useServices();
  const isLookedBack = useStore(past, ({ isOpen }) => isOpen);
  const hasBegun = useStore(thread, (state) => state.messages.length > 0);
  const isLoading = useStore(thread, (state) => state.isLoading);
  const isWritten = useStore(composer, (written) => !isEmpty(written));
  const isNext = isLoading || isWritten;
  useEffect(() => {
    if (isNext) void live().catch(() => undefined);
  }, [isNext]);
  const before = (
    <div className="thread-viewport">
      {hasBegun || isLoading ? null : <EmptyThread />}
      <Log />
    </div>
  );
  return (
    <div className="thread">
      {hasBegun ? (
        <Suspense fallback={before}>
          <ThreadHead />
          <LiveThread />
        </Suspense>
      ) : (
        before
      )}
      {isLookedBack ? (
        <Suspense fallback={null}>
          <Scrubber />
        </Suspense>
      ) : null}
      <Composer />
    </div>
  );
}
