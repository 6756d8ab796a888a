import { useEffect, useState } from "react";

/** Milliseconds since `isOn` became true, second by second; undefined while it is false. `since`: when it did, if it was true from the first. */
export function useElapsed(isOn: boolean, since: number | undefined): number | undefined {
  const [begun, setBegun] = useState(isOn ? since : undefined);
  const [now, setNow] = useState(begun);
  useEffect(() => {
    if (!isOn) {
      setBegun(undefined);
      return;
    }
    const tick = () => setNow(Date.now());
    setBegun((known) => known ?? Date.now());
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [isOn]);
  if (!isOn || begun === undefined || now === undefined) return undefined;
  return Math.max(0, now - begun);
}
