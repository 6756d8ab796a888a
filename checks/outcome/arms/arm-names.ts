/** Everybody who does the tasks. */
export const ARM_NAMES = ["small", "all", "ai-sdk", "plain", "pi", "opencode"] as const;
export type ArmName = (typeof ARM_NAMES)[number];

export function isArmName(word: string): word is ArmName {
  return ARM_NAMES.some((name) => name === word);
}
