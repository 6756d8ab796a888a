import { ArgumentsText } from "./arguments-text.ts";

/** One entry of a streamed `tool_calls`, with every absent field as an empty text. */
export interface CallFragment {
  /** Whatever the server numbers its calls with; absent when it does not. */
  readonly index?: number;
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** Longer names are cut off: no tool can have one, and appending for ever would cost more than it brings. */
export const longestName = 1024;

/** A call while its fragments arrive. */
export class AssembledCall {
  /** The place in the step, from 0, in the order in which the calls began. */
  readonly place: number;
  readonly arguments = new ArgumentsText();
  /** The index that its first fragment had. */
  index: number | undefined;
  id = "";
  name = "";
  /** The last fragment brought the name again and nothing else: it may have opened another call of this tool. */
  isAnnouncedAgain = false;

  constructor(place: number) {
    this.place = place;
  }

  /** Whether a further fragment without a name could belong here. */
  get isIncomplete(): boolean {
    const { status } = this.arguments;
    return status === "empty" || status === "open" || status === "repeating";
  }

  /** Whether the call is complete and `fragment` brings what it does not have. */
  isExceededBy(fragment: CallFragment): boolean {
    if (this.isIncomplete) return false;
    if (this.name !== "" && fragment.name !== "" && fragment.name !== this.name) return true;
    return this.arguments.differsFrom(fragment.arguments, fragment.name !== "");
  }

  /** Takes the next piece of the name and returns what it adds at the end. */
  addName(piece: string): string {
    if (piece === this.name || this.name.length + piece.length > longestName) return "";
    const isCumulative = piece.startsWith(this.name);
    if (!isCumulative && this.arguments.status !== "empty") return "";
    const addition = isCumulative ? piece.slice(this.name.length) : piece;
    this.name += addition;
    return addition;
  }
}
