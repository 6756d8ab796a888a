/** The tables of a text in Markdown, each a list of rows of cells, its head first. */
export function tablesIn(text) {
  const tables = [[]];
  for (const line of text.split("\n")) {
    if (line.startsWith("|")) tables.at(-1).push(cellsOf(line));
    else if (tables.at(-1).length > 0) tables.push([]);
  }
  return tables.filter((table) => table.length > 0);
}

/** The number with which a cell begins: the median, in every table here. Throws where no table has that place. */
export function numberAt(tables, [row, column]) {
  for (const [head, ...rows] of tables) {
    const found = rows.find(([first]) => first === row)?.[head.indexOf(column)];
    const number = Number.parseFloat(found?.replaceAll(",", "") ?? "");
    if (head.includes(column) && !Number.isNaN(number)) return number;
  }
  throw new Error(`No table has a number in the row "${row}", column "${column}".`);
}

function cellsOf(line) {
  return line
    .slice(1, line.lastIndexOf("|"))
    .split("|")
    .map((cell) => cell.trim());
}
