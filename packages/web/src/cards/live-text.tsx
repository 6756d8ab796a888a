import { spelledOut } from "@toolwright/view";
import { useLayoutEffect, useRef } from "react";

interface LiveTextProps {
  readonly text: string;
  readonly isRunning: boolean;
  readonly label: string;
}

/** Characters that are shown: the end. */
const SHOWN = 50_000;

/** How near to the end, in pixels, counts as being there. */
const NEAR = 24;

/** Text that grows. Its end stays in sight, unless the user has scrolled away from it. */
export function LiveText({ text, isRunning, label }: LiveTextProps) {
  const box = useRef<HTMLPreElement>(null);
  const isFollowing = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what moves the end.
  useLayoutEffect(() => {
    const { current } = box;
    if (current !== null && isFollowing.current) current.scrollTop = current.scrollHeight;
  }, [text]);
  const follow = () => {
    const { current } = box;
    if (current !== null) isFollowing.current = current.scrollHeight - current.scrollTop - current.clientHeight < NEAR;
  };
  return (
    // Not read aloud line by line, although it stands in a log.
    <pre
      className="tw-text tw-live"
      ref={box}
      onScroll={follow}
      role="log"
      aria-live="off"
      aria-label={label}
      aria-busy={isRunning}
    >
      {spelledOut(text.length > SHOWN ? `…${text.slice(-SHOWN)}` : text)}
    </pre>
  );
}
