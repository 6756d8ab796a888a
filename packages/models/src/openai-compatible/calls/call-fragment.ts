/** One entry of a streamed `tool_calls`, with every absent field as an empty text. */
export interface CallFragment {
  /** Whatever the server numbers its calls with; absent when it does not. */
  readonly index?: number;
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}
