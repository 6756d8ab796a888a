import type { AutocompleteItem, AutocompleteProvider } from "@earendil-works/pi-tui";
import { spelledOnOneLine } from "@toolwright/view/internal";

/** What can be completed. */
export interface CompletionSources {
  /** Files whose path fits the letters. */
  readonly files: (words: string) => Promise<readonly string[]>;
  readonly commands: () => Promise<readonly OfferedCommand[]>;
}

/** A command as it is completed. */
export interface OfferedCommand {
  readonly name: string;
  readonly about: string;
  readonly takes?: string;
}

const FILE = /(?:^|\s)@([^\s"]*|"[^"]*)$/;
const COMMAND = /^\/([\w:.-]*)$/;

/** Completes a command after `/`, and the path of a file after `@`. */
export function completion({ files, commands }: CompletionSources): AutocompleteProvider {
  return {
    triggerCharacters: ["@"],
    async getSuggestions(lines, row, column, { signal }) {
      const before = (lines[row] ?? "").slice(0, column);
      const command = row === 0 ? COMMAND.exec(before)?.[1] : undefined;
      if (command !== undefined) {
        const items = (await commands()).flatMap(({ name, about, takes = "" }) =>
          name.startsWith(command)
            ? [{ value: `/${name}`, label: `/${name} ${takes}`.trim(), description: about }]
            : [],
        );
        return items.length === 0 ? null : { items, prefix: before };
      }
      const words = FILE.exec(before)?.[1];
      if (words === undefined) return null;
      const found = await files(words.replace(/^"/, ""));
      const items = found.flatMap(itemOf);
      return signal.aborted || items.length === 0 ? null : { items, prefix: `@${words}` };
    },
    applyCompletion(lines, row, column, { value }, prefix) {
      const line = lines[row] ?? "";
      const start = line.slice(0, column - prefix.length);
      const text = `${value} `;
      const rest = line.slice(column).replace(/^ /, "");
      const changed = lines.map((one, index) => (index === row ? start + text + rest : one));
      return { lines: changed, cursorLine: row, cursorCol: start.length + text.length };
    },
  };
}

/** A name that would be shown in other letters than it has is not offered. */
function itemOf(path: string): readonly AutocompleteItem[] {
  if (spelledOnOneLine(path) !== path) return [];
  return [{ value: /[\s"]/.test(path) ? `@"${path}"` : `@${path}`, label: path }];
}
