/** How to leave the stand-in behind, in one line. */
export const REAL_MODEL_HINT =
  "For a real model, set OPENAI_API_KEY (or another provider's key), or add --model ollama:NAME or litellm:NAME.";
