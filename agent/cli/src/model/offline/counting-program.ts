/** The one program of the stand-in: the words of files, counted where the model need not read them. */
export function countingProgram({ pattern, path }: { readonly pattern: string; readonly path?: string }): string {
  const where = JSON.stringify({ pattern, ...(path !== undefined && { path }) });
  return `\
const found = await tools.glob(${where});
const files = found.split("\\n").filter((line) => line !== "" && !/^(\\[|No files )/.test(line));
const counted = await Promise.all(files.map(count));
counted.sort((one, other) => other.words - one.words);
return { files: files.length, words: counted.reduce((sum, { words }) => sum + words, 0), most: counted.slice(0, 5) };

async function count(file) {
  let words = 0;
  for (let offset = 1; offset !== undefined; ) {
    const text = await tools.read({ file_paths: [file], offset });
    for (const [, line] of text.matchAll(/^ *\\d+\\t(.*)$/gm)) words += line.split(/\\s+/).filter(Boolean).length;
    const next = /; next: offset=(\\d+)\\]$/.exec(text.trimEnd());
    offset = next ? Number(next[1]) : undefined;
  }
  return { file, words };
}`;
}
