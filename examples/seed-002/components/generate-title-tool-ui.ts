import { defineToolkit, makeAssistantToolUI } from "@assistant-ui/react";
import { createElement, type ReactElement } from "react";

/** What a part of the message says of the call. */
export interface TitlePart {
  readonly args: { readonly message?: string | undefined };
  readonly result?: { readonly title?: string | undefined; readonly message?: string | undefined } | undefined;
  readonly isError?: boolean | undefined;
}

/** A settled part counts as complete even when it failed, so `isError` is read first. */
export function GenerateTitle({ args, result, isError }: TitlePart): ReactElement {
  if (result === undefined)
    return createElement("p", { role: "status" }, `Looking for a title for "${args.message ?? "…"}"`);
  if (isError === true)
    return createElement("p", { role: "alert" }, `No title: ${result.message ?? "the call failed"}`);
  return createElement("h2", null, result.title);
}

/**
 * The document's form: a component to be mounted under the runtime provider. Deprecated in assistant-ui, still working.
 */
export const GenerateTitleToolUI = makeAssistantToolUI<TitlePart["args"], TitlePart["result"]>({
  toolName: "generate_title",
  render: GenerateTitle,
});

/** The present form: `AuiConfig({ tools: Tools({ toolkit }) })`. */
export const toolkit = defineToolkit({ generate_title: { type: "backend", render: GenerateTitle } });
