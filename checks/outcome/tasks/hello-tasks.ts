import { type FolderTask, halfOf } from "./task.ts";

type Way = readonly [file: string, wanted: string, request: string];

/** One file with one text, asked for in ten ways: the least that any model has to get done. */
const TEN_WAYS: readonly Way[] = [
  ["hello.txt", "Hello World", "Create a file hello.txt that contains exactly this text: Hello World"],
  ["hello.txt", "Hello World", "Write the text Hello World into a new file called hello.txt"],
  ["greeting.txt", "Good morning", "Please make a file greeting.txt with exactly this content: Good morning"],
  ["hello.md", "Hello, Toolwright!", "Save the line Hello, Toolwright! to hello.md"],
  [
    "notes/hello.txt",
    "Hello from a folder",
    "Put a file hello.txt into the folder notes that says: Hello from a folder",
  ],
  ["HELLO", "hello", "Add a file named HELLO to this folder. Its only word is hello"],
  ["index.html", "<h1>Hello World</h1>", "Create index.html with this one line: <h1>Hello World</h1>"],
  ["hello.py", 'print("Hello World")', 'Create hello.py with exactly this line: print("Hello World")'],
  ["hello-2.txt", "Hello World 2", "I need a new file hello-2.txt. It must contain exactly: Hello World 2"],
  [
    "hello.txt",
    "Hello\nWorld",
    "Create hello.txt with two lines, Hello on the first line and World on the second line",
  ],
];

/** Eight sentences for each of five files: ten ways are too few to tell two orders of the same tools apart. */
const FILES = [
  ["hello.txt", "Hello World"],
  ["notes.md", "Buy milk"],
  ["todo.txt", "Call Anna on Monday"],
  ["src/version.txt", "1.2.3"],
  ["greeting.txt", "Good morning, Berlin!"],
] as const;
const SENTENCES = [
  "Create a file {file} that contains exactly this text: {text}",
  "Create {file} with the text {text}",
  "Make a new file called {file} with exactly this content: {text}",
  'Write "{text}" to the file {file}',
  "Please create the file {file}. Its content must be exactly: {text}",
  "Save this text as {file}: {text}",
  "I need a file {file} that says {text}",
  "Put the text {text} into a new file {file}",
];

/** Ten ways first, then forty. */
export function helloTasks(): readonly FolderTask[] {
  return [...TEN_WAYS, ...fortyWays()].map(([file, wanted, request], place) => ({
    ...{ id: `hello-${place + 1}`, kind: "hello", half: halfOf(place), request },
    files: { "README.md": "# A folder\n" },
    mayChange: [file],
    isMet: ({ files }) => files.size === 2 && files.get(file)?.replace(/\n$/, "") === wanted,
  }));
}

function fortyWays(): readonly Way[] {
  return SENTENCES.flatMap((sentence) =>
    FILES.map(([file, text]): Way => [file, text, sentence.replace("{file}", file).replace("{text}", text)]),
  );
}
