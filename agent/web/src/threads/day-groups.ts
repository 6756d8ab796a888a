import type { ThreadSummary } from "@toolwright/view";
import { dateLocale } from "../base/date-locale.ts";
import { conversationsTexts } from "../words/conversations.ts";
/** Threads under one heading of a list. */
export interface ThreadGroup {
  readonly name: string;
  readonly threads: readonly ThreadSummary[];
}

const DAY_MS = 86_400_000;

/** The threads of a list by when they were used last, in the order of the list; what is pinned stands first. */
export function dayGroups(threads: readonly ThreadSummary[], now = Date.now()): readonly ThreadGroup[] {
  const groups = new Map<string, ThreadSummary[]>();
  for (const thread of [...threads.filter(isPinned), ...threads.filter((thread) => !isPinned(thread))]) {
    const name = isPinned(thread) ? conversationsTexts.pinned : dayName(thread.updatedAt, now);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [thread]);
    else group.push(thread);
  }
  return [...groups].map(([name, members]) => ({ name, threads: members }));
}

function isPinned({ pinned }: ThreadSummary): boolean {
  return pinned === true;
}

/** A day in words, as the calendar of whoever looks has it. A clock that was set back makes it today. */
export function dayName(time: number, now: number): string {
  const days = Math.round((midnight(now) - midnight(time)) / DAY_MS);
  if (days <= 0) return conversationsTexts.today;
  if (days === 1) return conversationsTexts.yesterday;
  if (days < 7) return conversationsTexts.lastWeek;
  if (days < 30) return conversationsTexts.lastMonth;
  return new Date(time).toLocaleDateString(dateLocale(), { month: "long", year: "numeric" });
}

function midnight(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
