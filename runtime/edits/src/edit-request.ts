/** How `old_string` may be found: `auto` tries the safe tiers in order. */
export type MatchMode = "auto" | "exact" | "line_trimmed" | "block_anchor";

/** What to replace by what, as a model gives it. */
export interface EditRequest {
  readonly oldString: string;
  readonly newString: string;
  /** Every place, exact matches only. Default false. */
  readonly replaceAll?: boolean;
  /** Default `auto`. */
  readonly matchMode?: MatchMode;
  /** Refuse unless exactly so many places would be replaced. */
  readonly expectedReplacements?: number;
}
