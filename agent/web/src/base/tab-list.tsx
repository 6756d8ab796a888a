import { type KeyboardEvent, useEffect, useRef } from "react";

interface TabListProps<T extends string> {
  /** In their order, with what they are called. */
  readonly tabs: readonly (readonly [tab: T, name: string])[];
  readonly shown: T;
  readonly onShow: (tab: T) => void;
  /** Of the list, for screen readers. */
  readonly label: string;
  /** Begins the ids of the tabs; that of the panel is `…-panel`. */
  readonly id: string;
}

/** Tabs: one stop of the Tab key, arrows go from one to the next and show it. */
export function TabList<T extends string>({ tabs, shown, onShow, label, id }: TabListProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  // Where they have no room side by side, the one that is shown is in sight.
  useEffect(() => {
    const selected = list.current?.querySelector(`[data-tab="${shown}"]`);
    selected?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [shown]);
  const onKey = (event: KeyboardEvent) => {
    const place = tabs.findIndex(([tab]) => tab === shown);
    const wanted = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: -1 }[event.key];
    const [tab] = wanted === undefined ? [] : (tabs.at(wanted % tabs.length) ?? []);
    if (tab === undefined) return;
    event.preventDefault();
    onShow(tab);
    list.current?.querySelector<HTMLElement>(`[data-tab="${tab}"]`)?.focus();
  };
  return (
    <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKey}>
      {tabs.map(([tab, name]) => (
        <button
          key={tab}
          id={`${id}-${tab}`}
          type="button"
          role="tab"
          className="quiet"
          data-tab={tab}
          aria-selected={tab === shown}
          aria-controls={tab === shown ? `${id}-panel` : undefined}
          tabIndex={tab === shown ? 0 : -1}
          onClick={() => onShow(tab)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
