/** A mode of permissions in words. */
export interface ModeWords {
  readonly name: string;
  /** One sentence. */
  readonly about: string;
}

const MODES: ReadonlyMap<string, ModeWords> = new Map([
  ["default", { name: "Ask first", about: "Asks before it changes anything, unless a rule allows it." }],
  ["accept-edits", { name: "Accept edits", about: "Changes files of the folder unasked; asks about the rest." }],
  ["plan", { name: "Plan only", about: "Looks and plans; nothing is changed." }],
  ["deny-asks", { name: "Ask nobody", about: "What would have to be asked about is refused." }],
]);

/** What a mode is called where people pick it. One that is not known here is called what it is. */
export function modeWords(mode: string): ModeWords {
  return MODES.get(mode) ?? { name: mode, about: "" };
}
