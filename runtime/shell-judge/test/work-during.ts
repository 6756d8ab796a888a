/** How often work read a letter of a text by its place, as the parser does, and looked by a regular expression. */
export interface Work {
  readonly letters: number;
  readonly looks: number;
}

/** Counts without a note of each, of which there are millions. */
export function workDuring(work: () => void): Work {
  const { charCodeAt } = String.prototype;
  const { exec } = RegExp.prototype;
  let [letters, looks] = [0, 0];
  String.prototype.charCodeAt = function (this: string, index: number) {
    letters += 1;
    return charCodeAt.call(this, index);
  };
  RegExp.prototype.exec = function (this: RegExp, text: string) {
    looks += 1;
    return exec.call(this, text);
  };
  try {
    work();
  } finally {
    String.prototype.charCodeAt = charCodeAt;
    RegExp.prototype.exec = exec;
  }
  return { letters, looks };
}
