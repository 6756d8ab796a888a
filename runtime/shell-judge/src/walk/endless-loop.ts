import {
  type ArithmeticFor,
  type CompoundList,
  forEachChild,
  type ParsedScript,
  type Statement,
  type SyntaxNode,
  type While,
} from "unbash";

/** True for a loop or a branch that nothing decides: its test is a constant, its list of words is written out. */
export function decidesNothing(node: SyntaxNode): boolean {
  switch (node.type) {
    case "While":
      return isConstant(node.clause, node.kind === "while");
    case "If":
      return isConstant(node.clause, true);
    case "ArithmeticFor":
      return node.test === undefined;
    case "For":
      return node.wordlist?.some((word) => word.parts === undefined || word.parts.length === 0) === true;
    case "AndOr":
      return (
        node.operators.every((operator) => operator === "&&") && node.commands.every((command) => !isTest(command))
      );
    default:
      return false;
  }
}

/** A loop that never ends and starts a process in each round, and nothing in it waits: `while :; do bash & done`. */
export function startsForEver(node: While | ArithmeticFor): boolean {
  if (!decidesNothing(node) || leaves(node.body)) return false;
  const statements = node.body.commands;
  return (
    statements.some(startsProcess) && statements.every((statement) => startsProcess(statement) || isQuick(statement))
  );
}

/** A script that starts itself twice, not waiting for one of them: `$0 & $0`. */
export function startsItself(script: ParsedScript): boolean {
  let calls = 0;
  let spawned = false;
  const visit = (node: SyntaxNode, spawns: boolean): void => {
    if (node.type === "Command" && node.name !== undefined && ITSELF.test(node.name.text)) {
      calls++;
      spawned ||= spawns;
    }
    const inside =
      spawns ||
      (node.type === "Statement" && node.background === true) ||
      (node.type === "Pipeline" && node.commands.length > 1);
    forEachChild(node, (child) => visit(child, inside));
  };
  visit(script, false);
  return spawned && calls > 1;
}

const ITSELF = /^"?(?:\.\/)?\$(?:0|BASH|BASH_SOURCE|\{(?:0|BASH|BASH_SOURCE(?:\[0\])?)\})"?$/;

const TRUE =
  /^(?::|true|\[ +(?:1|-n +\w+|1 -eq 1|true) +\]|\[\[ +(?:1|true|1 -eq 1|-n +\w+) +\]\]|\(\( *1 *\)\)|test 1|let 1)$/;
const FALSE = /^(?:false|\[ +\]|! *(?:true|:))$/;

function isConstant(clause: CompoundList, truth: boolean): boolean {
  const [only] = clause.commands;
  if (clause.commands.length !== 1 || only === undefined) return false;
  return (truth ? TRUE : FALSE).test(textOf(only.command));
}

/** The words of a simple test, one blank between them. */
function textOf(node: SyntaxNode): string {
  if (node.type === "Command") {
    return [node.name, ...node.args].flatMap((word) => (word?.type === "Word" ? [word.value] : [])).join(" ");
  }
  if (node.type === "ArithmeticCommand") return `((${node.body.trim()}))`;
  if (node.type === "TestCommand" && node.expression.type === "TestUnary")
    return `[[ ${node.expression.operand.text} ]]`;
  return "";
}

/** Can what it answers be anything? */
function isTest(node: SyntaxNode): boolean {
  return (
    !TRUE.test(textOf(node)) && !(node.type === "Command" && /^(?:echo|printf|sleep)$/.test(node.name?.value ?? ""))
  );
}

function startsProcess({ command, background }: Statement): boolean {
  if (background === true) return true;
  if (command.type === "Coproc") return true;
  const inside = command.type === "Subshell" || command.type === "BraceGroup" ? command.body.commands : [];
  if (inside.length > 0) return inside.some(startsProcess) && inside.every((one) => startsProcess(one) || isQuick(one));
  return command.type === "Command" && /^(?:setsid|daemonize)$/.test(command.name?.value ?? "");
}

/** Nothing that takes time. */
function isQuick({ command }: Statement): boolean {
  if (command.type !== "Command") return command.type === "ArithmeticCommand";
  return /^(?:|:|echo|printf|true|false|let|export|disown|set|unset|cd|umask)$/.test(command.name?.value ?? "");
}

/** A way out of the loop, or a wait for what was started. */
function leaves(body: CompoundList): boolean {
  let found = false;
  const visit = (node: SyntaxNode): void => {
    if (node.type === "Command" && /^(?:break|exit|return|wait|exec|read)$/.test(node.name?.value ?? "")) found = true;
    if (!found) forEachChild(node, visit);
  };
  visit(body);
  return found;
}
