import type { Transport } from "@modelcontextprotocol/client";

type Heard = Parameters<NonNullable<Transport["onmessage"]>>[0];

/**
 * Shows every message of a connection to `hear` before the SDK sees it: what that gives goes on; undefined for what it
 * has taken.
 */
export function hearFirst(transport: Transport, hear: (message: Heard) => Heard | undefined): void {
  const deliver = transport.onmessage;
  transport.onmessage = (message, extra) => {
    const left = hear(message);
    if (left !== undefined) deliver?.(left, extra);
  };
}
