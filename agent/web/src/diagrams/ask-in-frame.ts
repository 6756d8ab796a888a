import { textIn } from "@toolwright/view/internal";

interface AskOptions {
  /** The text of a script that says `{ diagram: "ready" }`, and answers one request. */
  readonly program: string;
  readonly request: unknown;
}

/** Milliseconds until the program is there, and for its answer after that. */
const [LOAD_MS, ANSWER_MS] = [20_000, 5_000];

/** A page that runs the first text that it is given. */
const EMPTY = `<!doctype html>
<meta charset="utf-8">
<title>Diagram</title>
<body>
<script>
addEventListener("message", ({ source, data }) => {
  if (source !== parent || typeof data !== "string") return;
  const script = document.createElement("script");
  script.textContent = data;
  document.head.append(script);
});
parent.postMessage({ diagram: "empty" }, "*");
</script>
`;

const PAGE = { method: "ui/notifications/sandbox-resource-ready", params: { html: EMPTY } };

/**
 * Runs a program in the frame that apps run in, which reaches nothing: no network, no storage, no page of the server.
 * The answer may be anything, and is undefined where none came in time. The frame ends with it.
 */
export function askInFrame({ program, request }: AskOptions): Promise<unknown> {
  const frame = document.createElement("iframe");
  return new Promise((resolve) => {
    const end = (answer: unknown) => {
      clearTimeout(timer);
      window.removeEventListener("message", hear);
      frame.remove();
      resolve(answer);
    };
    let timer = setTimeout(end, LOAD_MS);
    // The origin of the frame is opaque: no address can name it.
    const send = (message: unknown) => frame.contentWindow?.postMessage(message, "*");
    const steps = new Map<string, () => void>([
      ["ui/notifications/sandbox-proxy-ready", () => send(PAGE)],
      ["empty", () => send(program)],
      [
        "ready",
        () => {
          clearTimeout(timer);
          timer = setTimeout(end, ANSWER_MS);
          send(request);
        },
      ],
      ["ui/notifications/sandbox-touched", () => undefined],
    ]);
    const hear = ({ source, data }: MessageEvent) => {
      const said = textIn(data, "diagram") ?? textIn(data, "method");
      if (source === null || source !== frame.contentWindow || said === undefined) return;
      const step = steps.get(said) ?? (() => end(data));
      step();
    };
    window.addEventListener("message", hear);
    show(frame);
  });
}

/** In the page, as a frame that is not laid out measures no text; out of sight, and out of reach of the focus. */
function show(frame: HTMLIFrameElement): void {
  frame.className = "diagram-frame";
  frame.title = "Diagram";
  frame.inert = true;
  frame.ariaHidden = "true";
  frame.setAttribute("sandbox", "allow-scripts");
  frame.referrerPolicy = "no-referrer";
  frame.src = "/app-frame";
  document.body.append(frame);
}
