import type { ToolCallMessagePartComponent } from "@assistant-ui/react";
import { AgentCard } from "./agent-card.tsx";
import { BashCard } from "./bash-card.tsx";
import { DoneCard } from "./done-card.tsx";
import { EditCard } from "./edit-card.tsx";
import { ProgramCard } from "./program/program-card.tsx";
import { ReadCard } from "./read-card.tsx";
import { SearchCard } from "./search-card.tsx";
import { TimeCard } from "./time-card.tsx";
import { TodosCard } from "./todos-card.tsx";
import { WebCard } from "./web-card.tsx";

/** The card of each standard tool. Both ways to register them are made from this table. */
export const cardsByTool: Readonly<Record<string, ToolCallMessagePartComponent>> = {
  bash: BashCard,
  bash_output: BashCard,
  bash_kill: BashCard,
  read: ReadCard,
  tool_output_cache: ReadCard,
  write: EditCard,
  edit: EditCard,
  multi_edit: EditCard,
  apply_patch: EditCard,
  ls: SearchCard,
  glob: SearchCard,
  grep: SearchCard,
  tool_output_cache_grep: SearchCard,
  web_fetch: WebCard,
  web_search: WebCard,
  write_todos: TodosCard,
  read_todos: TodosCard,
  agent: AgentCard,
  done: DoneCard,
  get_current_time: TimeCard,
  run_code: ProgramCard,
};
