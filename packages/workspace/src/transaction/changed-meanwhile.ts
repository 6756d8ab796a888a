/** Somebody else changed a file between the moment it was read and the moment it would be replaced. */
export class ChangedMeanwhileError extends Error {
  override readonly name = "ChangedMeanwhileError";
  readonly path: string;

  constructor(path: string) {
    super("changed while the change was prepared");
    this.path = path;
  }
}
