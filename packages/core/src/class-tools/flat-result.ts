/** What a class tool returns: one flat object. Fields of the tool's own stand beside the known ones. */
export interface FlatResult {
  /** The tool ran, and says that it worked. */
  success: boolean;
  /** Empty when `success`, unless the tool has something to say all the same. */
  error: string;
  /** `validation_error`, `user_error`, `system_error`, `permission_error`, `security_error`, or the tool's own. */
  error_type?: string;
  /** What to do next. */
  suggestion?: string;
  [key: string]: unknown;
}

/** True for an object that says whether it was a success. */
export function isFlatResult(value: unknown): value is FlatResult {
  return typeof value === "object" && value !== null && "success" in value && typeof value.success === "boolean";
}
