/** Milliseconds in which a frame tells of a press, and in which somebody who typed has not come to press anything. */
const WORD_MS = 500;
const TYPING_MS = 500;
/** Milliseconds between looks: a page in the background is told of nothing. */
const LOOK_MS = 250;
/** As often as an app may try: some put the focus into a field of theirs when they begin. */
const TRIES = 3;

/** Watches over the focus of a page that shows an app. */
export interface TypingKeeper {
  /** A person has pressed something in the frame: it may have the focus. */
  touched(): void;
  leave(): void;
}

/**
 * Gives the focus back to the field in which a person writes where an app takes it: what is typed next would be the
 * app's, and its server's. Nothing keeps an app from trying again at once, so one that goes on is for `onTaking`.
 */
export function keepTyping(frame: HTMLIFrameElement, onTaking: () => void): TypingKeeper {
  let field = fieldOf(document.activeElement);
  let [typedAt, tries] = [Number.NEGATIVE_INFINITY, 0];
  let takenAt: number | undefined;
  const leaving = new AbortController();
  const touched = () => {
    field = undefined;
    tries = 0;
  };
  const look = () => {
    const now = performance.now();
    takenAt = document.activeElement === frame ? (takenAt ?? now) : undefined;
    if (takenAt === undefined || field?.isConnected !== true) return;
    if (now - takenAt < WORD_MS && takenAt - typedAt >= TYPING_MS) return;
    takenAt = undefined;
    tries += 1;
    field.focus({ preventScroll: true });
    if (tries === TRIES) onTaking();
  };
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === "Tab") return touched();
    field = fieldOf(document.activeElement);
    typedAt = performance.now();
  };
  const onBlur = () => {
    look();
    setTimeout(look, WORD_MS);
  };
  const remember = ({ target }: Event) => {
    field = fieldOf(target);
  };
  const options = { capture: true, signal: leaving.signal };
  document.addEventListener("focusin", remember, options);
  document.addEventListener("pointerdown", remember, options);
  document.addEventListener("keydown", onKey, options);
  window.addEventListener("blur", onBlur, options);
  const looking = setInterval(look, LOOK_MS);
  const leave = () => {
    leaving.abort();
    clearInterval(looking);
  };
  return { touched, leave };
}

/** Where people write. */
const FIELDS = "textarea, select, input:not([type=checkbox], [type=radio], [type=button]), [contenteditable]";

function fieldOf(target: EventTarget | null): HTMLElement | undefined {
  return target instanceof HTMLElement && target.matches(FIELDS) ? target : undefined;
}
