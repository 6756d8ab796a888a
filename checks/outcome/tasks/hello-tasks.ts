import { type FolderTask, halfOf } from "./task.ts";

/** One file with one text, asked for in ten ways: the least that any model has to get done. */
const WAYS = [
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
] as const;

export function helloTasks(): readonly FolderTask[] {
  return WAYS.map(([file, wanted, request], place) => ({
    ...{ id: `hello-${place + 1}`, kind: "hello", half: halfOf(place), request },
    files: { "README.md": "# A folder\n" },
    mayChange: [file],
    isMet: ({ files }) => files.size === 2 && files.get(file)?.replace(/\n$/, "") === wanted,
  }));
}
