import { expect, it } from "vitest";
import { editorCommand } from "./editor-command.ts";

it.each([
  [{ EDITOR: "vim" }, ["vim"]],
  [{ VISUAL: "code --wait", EDITOR: "vim" }, ["code", "--wait"]],
  [{ VISUAL: "  ", EDITOR: " nano\t-w " }, ["nano", "-w"]],
  [{ EDITOR: '\'/opt/my editor/ed\' "a \\" b" c\\ d e\'f\'"g"' }, ["/opt/my editor/ed", 'a " b', "c d", "efg"]],
  [{ EDITOR: "vim -c '' $HOME `id` ; rm -rf *" }, ["vim", "-c", "", "$HOME", "`id`", ";", "rm", "-rf", "*"]],
  [{ EDITOR: "vim 'open" }, undefined],
  [{ EDITOR: "vim \\" }, undefined],
  [{ EDITOR: "''" }, undefined],
  [{}, undefined],
])("reads %j", (environment, words) => {
  expect(editorCommand(environment)).toEqual(words);
});

it("stays linear", () => {
  expect(editorCommand({ EDITOR: `vim ${"\\".repeat(200_001)}` })).toBeUndefined();
  expect(editorCommand({ EDITOR: `vim "${"\\a".repeat(100_000)}` })).toBeUndefined();
});
