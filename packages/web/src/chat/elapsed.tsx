import { durationText } from "@toolwright/view";
import { useEffect, useState } from "react";

/** The time since then, in whole seconds, counting on. Not read aloud: a clock would speak over everything else. */
export function Elapsed({ since }: { readonly since: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.floor((now - since) / 1_000);
  if (seconds < 1) return null;
  return (
    <span className="elapsed" aria-hidden="true">
      {durationText(seconds * 1_000)}
    </span>
  );
}
