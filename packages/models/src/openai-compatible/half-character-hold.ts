/** Holds back the first half of a character that was cut in two until its second half comes. */
export class HalfCharacterHold {
  #half = "";

  /** The text that may be shown now. */
  add(piece: string): string {
    const text = this.#half + piece;
    const last = text.charCodeAt(text.length - 1);
    const isCut = last >= 0xd800 && last <= 0xdbff;
    this.#half = isCut ? text.slice(-1) : "";
    return isCut ? text.slice(0, -1) : text;
  }
}
