/**
 * The values of an object as its JSON text has them, by key; nothing where the text holds no object. Linear. The text
 * must be JSON.
 */
export function rawFields(json: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  let at = skipBlanks(json, 0);
  if (json[at] !== "{") return fields;
  for (at = skipBlanks(json, at + 1); json[at] === '"'; at = nextElement(json, at)) {
    const keyEnd = skipValue(json, at);
    const key: unknown = JSON.parse(json.slice(at, keyEnd));
    const start = skipBlanks(json, skipBlanks(json, keyEnd) + 1);
    at = skipValue(json, start);
    fields.set(String(key), json.slice(start, at));
  }
  return fields;
}

/**
 * The elements of a list as its JSON text has them; none where the text holds no list. Linear. The text must be JSON.
 */
export function rawElements(json: string): readonly string[] {
  const elements: string[] = [];
  let at = skipBlanks(json, 0);
  if (json[at] !== "[") return elements;
  for (at = skipBlanks(json, at + 1); at < json.length && json[at] !== "]"; at = nextElement(json, at)) {
    const start = at;
    at = skipValue(json, start);
    elements.push(json.slice(start, at));
  }
  return elements;
}

/** From the end of a value to the beginning of the next one, or to the bracket that ends them. */
function nextElement(json: string, end: number): number {
  const at = skipBlanks(json, end);
  return json[at] === "," ? skipBlanks(json, at + 1) : at;
}

function skipBlanks(json: string, from: number): number {
  let at = from;
  while (at < json.length && " \t\r\n".includes(json.charAt(at))) at += 1;
  return at;
}

/** The place behind the value that begins at `from`. */
function skipValue(json: string, from: number): number {
  const first = json[from];
  if (first === '"') return skipString(json, from);
  if (first !== "{" && first !== "[") return skipPlain(json, from);
  let depth = 0;
  for (let at = from; at < json.length; at += 1) {
    const character = json[at];
    if (character === '"') at = skipString(json, at) - 1;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
    if (depth === 0) return at + 1;
  }
  return json.length;
}

function skipString(json: string, from: number): number {
  for (let at = from + 1; at < json.length; at += 1) {
    if (json[at] === "\\") at += 1;
    else if (json[at] === '"') return at + 1;
  }
  return json.length;
}

function skipPlain(json: string, from: number): number {
  let at = from;
  while (at < json.length && !",]} \t\r\n".includes(json.charAt(at))) at += 1;
  return at;
}
