/** Characters that the names of tools without a declaration may take: a catalog may hold tens of thousands. */
const MOST_CHARACTERS = 8_000;

/** Comment lines that name tools which are not declared, by the part before the last `__` of their names. */
export function nameLines(identifiers: readonly string[]): readonly string[] {
  const spaces = new Map<string, string[]>();
  for (const identifier of identifiers) {
    const space = namespaceOf(identifier);
    const others = spaces.get(space);
    if (others === undefined) spaces.set(space, [identifier]);
    else others.push(identifier);
  }
  const share = MOST_CHARACTERS / spaces.size;
  return [
    "// Not declared here: describe_tool tells of one of these, search_tools finds some.",
    ...[...spaces].map(([space, all]) => `// ${line(space, all, share)}`),
  ];
}

function namespaceOf(identifier: string): string {
  const end = identifier.lastIndexOf("__");
  return end <= 0 ? "" : identifier.slice(0, end + 2);
}

function line(space: string, all: readonly string[], most: number): string {
  const names = all.map((identifier) => identifier.slice(space.length));
  const shown = names.slice(0, countWithin(names, most));
  const more = names.length - shown.length;
  const listed = [...shown, ...(more > 0 ? [`… ${more} more`] : [])].join(", ");
  return space === "" ? listed : `${space}{${listed}}`;
}

function countWithin(names: readonly string[], most: number): number {
  let length = 0;
  const tooMany = names.findIndex((name) => (length += name.length + 2) > most);
  return tooMany === -1 ? names.length : tooMany;
}
