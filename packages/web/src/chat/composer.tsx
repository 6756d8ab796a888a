import { AuiIf, ComposerPrimitive } from "@assistant-ui/react";
import { useServices } from "../app/services.ts";
import { useStore } from "../app/use-store.ts";

/** Where the user writes, sends and stops. */
export function Composer() {
  const { thread } = useServices();
  const { problem, connection, isRunning } = useStore(thread, (state) => state);
  return (
    <ComposerPrimitive.Root className="composer">
      <p role="status" className="composer-status">
        {problem ??
          (connection === "reconnecting"
            ? "The connection broke off; trying again."
            : isRunning
              ? "The agent is at work."
              : "")}
      </p>
      <ComposerPrimitive.Input
        className="composer-input"
        aria-label="Message"
        placeholder="Ask for something"
        rows={2}
      />
      <AuiIf condition={(s) => !s.thread.isRunning}>
        <ComposerPrimitive.Send>Send</ComposerPrimitive.Send>
      </AuiIf>
      <AuiIf condition={(s) => s.thread.isRunning}>
        <ComposerPrimitive.Cancel>Stop</ComposerPrimitive.Cancel>
      </AuiIf>
    </ComposerPrimitive.Root>
  );
}
