import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { ThreadSearch } from "../threads/thread-search.ts";
import { paletteTexts } from "../words/palette.ts";
import { type Command, commandsFor } from "./commands.ts";
import { fitting } from "./fitting.ts";

/** Everything by its name: threads, actions, models. Enter does what is marked. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const services = useServices();
  // Its own: what is looked for in the list stays there.
  const [search] = useState(() => new ThreadSearch(services.api));
  const [words, setWords] = useState("");
  const [active, setActive] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const listId = useId();
  const found = useStore(search, (state) => state.found);
  const isSearching = words.trim() !== "" && found === undefined;
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => () => search.look(""), [search]);
  const shown = fitting(commandsFor({ ...services, search }), words);
  const marked = Math.min(active, shown.length - 1);
  const type = (text: string) => {
    setWords(text);
    setActive(0);
    search.look(text);
  };
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    command.run();
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isRun = event.key === "Enter" && !event.nativeEvent.isComposing;
    if (step !== undefined || isRun) event.preventDefault();
    if (step !== undefined) setActive((marked + step + shown.length) % Math.max(1, shown.length));
    if (isRun) run(shown[marked]);
  };
  const optionId = (place: number) => `${listId}-${place}`;
  return (
    <dialog ref={dialog} className="dialog palette" aria-label={paletteTexts.goTo} onClose={onClose}>
      <input
        role="combobox"
        aria-label={paletteTexts.field}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={shown.length === 0 ? undefined : optionId(marked)}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder={paletteTexts.field}
        value={words}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKey}
      />
      <div id={listId} role="listbox" aria-label={paletteTexts.matches} className="palette-list">
        {shown.map((command, place) => (
          <Option key={command.id} command={command} id={optionId(place)} isMarked={place === marked} onRun={run} />
        ))}
      </div>
      {shown.length === 0 ? (
        <p role="status" className="quiet-text">
          {isSearching ? paletteTexts.searching : paletteTexts.nothing}
        </p>
      ) : null}
    </dialog>
  );
}

interface OptionProps {
  readonly command: Command;
  readonly id: string;
  readonly isMarked: boolean;
  readonly onRun: (command: Command) => void;
}

function Option({ command, id, isMarked, onRun }: OptionProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isMarked) box.current?.scrollIntoView({ block: "nearest" });
  }, [isMarked]);
  return (
    <div
      ref={box}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isMarked}
      className="palette-option"
      onPointerDown={() => onRun(command)}
    >
      <span dir="auto">{command.name}</span>
      <span className="quiet-text">
        {command.keys ?? (command.kind === "action" ? "" : paletteTexts.kinds[command.kind])}
      </span>
    </div>
  );
}
