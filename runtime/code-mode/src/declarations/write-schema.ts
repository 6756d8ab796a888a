import { readReferences } from "./references.ts";
import { typeText } from "./type.ts";
import { writeType } from "./write-type.ts";

export interface WrittenSchema {
  readonly text: string;
  /** The types that the text names, each a statement. */
  readonly types: readonly string[];
  readonly names: ReadonlySet<string>;
}

export interface WriteSchemaOptions {
  /** Of the names of types. */
  readonly prefix: string;
  /** What the whole is called where it refers to itself. */
  readonly rootName: string;
  /** Another schema that stands beside this one, whose names are taken. */
  readonly besides?: WrittenSchema;
}

/** Writes a JSON Schema as a TypeScript type. It always parses; what cannot be said is `unknown`. */
export function writeSchema(schema: unknown, { prefix, rootName, besides }: WriteSchemaOptions): WrittenSchema {
  const names = new Set(besides?.names);
  const nameFor = (pointer: string) => freeName(prefix + lastWord(pointer, rootName), names);
  const references = readReferences(schema, { nameFor });
  const types = [...references.named].map(([pointer, name]) => {
    const type = writeType(references.target(pointer), references);
    return `type ${name} = ${typeText(type)};`;
  });
  const whole = references.named.get("#");
  return { text: whole ?? typeText(writeType(schema, references)), types, names };
}

function lastWord(pointer: string, rootName: string): string {
  const last = pointer.slice(pointer.lastIndexOf("/") + 1);
  return pointer === "#" ? rootName : last.replace(/[^A-Za-z0-9_]/g, "_") || "Type";
}

/** Takes it, too. */
function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`;
  taken.add(name);
  return name;
}
