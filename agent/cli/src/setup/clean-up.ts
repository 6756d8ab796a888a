const waiting: (() => Promise<void>)[] = [];

/** Remembers what is to be done when the command ends, however it ends. */
export function atEnd(work: () => Promise<void>): void {
  waiting.push(work);
}

/** Does it. Never rejects. */
export async function cleanUp(): Promise<void> {
  await Promise.allSettled(waiting.splice(0).map((work) => work()));
}
