/** Collects the cells of a table. A table inside a cell becomes text of the cell. */
export class TableWriter {
  #depth = 0;
  #rows: string[][] = [];
  #row: string[] = [];

  open(): void {
    this.#depth += 1;
  }

  /** False inside a table of a cell, and where there is no table. */
  get takesCells(): boolean {
    return this.#depth === 1;
  }

  cell(text: string): void {
    this.#row.push(text);
  }

  endRow(): void {
    if (this.#depth !== 1 || this.#row.length === 0) return;
    this.#rows.push(this.#row);
    this.#row = [];
  }

  /**
   * The lines of the table; none while it is inside another one. Rows of one cell, as layouts have them, are plain
   * lines.
   */
  close(): readonly string[] {
    this.endRow();
    this.#depth = Math.max(0, this.#depth - 1);
    if (this.#depth > 0) return [];
    const rows = this.#rows.filter((row) => row.some((cell) => cell !== ""));
    this.#rows = [];
    if (rows.every((row) => row.length === 1)) return rows.map((row) => row.join(""));
    const [head = [], ...rest] = rows;
    return [line(head), line(head.map(() => "---")), ...rest.map(line)];
  }
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
