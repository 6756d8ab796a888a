/** Lines on a field of 16 × 16, drawn with the colour of the text around them. */
const PATHS = {
  agent: "M8 2.2v2M4 4.2h8v7H4zM6.3 7.2v1M9.7 7.2v1M2.2 7v2M13.8 7v2M6 13.5h4",
  alert: "M8 2.2 14.3 13.4H1.7zM8 6.6v3M8 11.5v.1",
  branch: "M4.5 2.5v11M4.5 9.5c5 0 6.5-2 6.5-6M8.5 5.5 11 3l2.5 2.5",
  check: "M3 8.5 6.5 12 13 4.5",
  chevron: "M6 3.5 10.5 8 6 12.5",
  clock: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 4.8V8l2.2 1.6",
  close: "M4 4l8 8M12 4l-8 8",
  code: "M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5",
  copy: "M5.5 5.5h8v8h-8zM3.5 10.5h-1v-8h8v1",
  down: "M5 8.8l2.6 5c1 0 1.7-.7 1.5-1.8l-.4-2.2h3.9c.9 0 1.5-.8 1.3-1.7l-1-4.3c-.2-.7-.8-1.1-1.5-1.1H5zM2.2 8.8H5V2.7H2.2z",
  edit: "M10.9 2.6l2.5 2.5L6 12.5l-3.2.7.7-3.2z",
  flag: "M4 14V2.5h7.5L9.8 5.2l1.7 2.7H4",
  folder: "M2 4.2h4.2l1.4 1.6H14v7H2z",
  kept: "M2.5 3h11v3h-11zM3.5 6v7h9V6M6.5 8.5h3",
  list: "M2.5 4h11M2.5 8h11M2.5 12h11",
  moon: "M13.2 9.6A5.6 5.6 0 0 1 6.4 2.8a5.6 5.6 0 1 0 6.8 6.8z",
  newFile: "M4 1.8h5.2L12.2 5v9.2H4zM8.1 6.9v4.4M5.9 9.1h4.4",
  plan: "M2.5 4l1.2 1.2L6 2.9M8.5 4.2H14M2.5 11l1.2 1.2L6 9.9M8.5 11.2H14",
  plus: "M8 3v10M3 8h10",
  read: "M4 1.8h5.2L12.2 5v9.2H4zM9 1.8V5h3.2M6 8h4.2M6 10.8h4.2",
  retry: "M13 8a5 5 0 1 1-1.6-3.7M13 2.2v2.6h-2.6",
  save: "M8 2.5v7.5M4.8 7 8 10.2 11.2 7M3 13.2h10",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3 14 14",
  sun: "M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM8 1.5V3M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1M12.6 3.4l-1.1 1.1M4.5 11.5l-1.1 1.1",
  system: "M2 3h12v8H2zM5.5 13.5h5M8 11v2.5",
  terminal: "M2 3h12v10H2zM4.5 6l2 2-2 2M8.2 10.2h3",
  timeline: "M2 4h7M5 8h8M3.5 12h5",
  tool: "M13.4 4.6a3.4 3.4 0 0 1-4.5 4.4l-4.3 4.3a1.5 1.5 0 0 1-2.1-2.1l4.3-4.3a3.4 3.4 0 0 1 4.4-4.5L9 4.6l.3 2.1 2.1.3z",
  undo: "M3 6.5h6.5a3.5 3.5 0 0 1 0 7H6M6 3.5l-3 3 3 3",
  up: "M5 7.2l2.6-5c1 0 1.7.7 1.5 1.8l-.4 2.2h3.9c.9 0 1.5.8 1.3 1.7l-1 4.3c-.2.7-.8 1.1-1.5 1.1H5zM2.2 7.2H5v6.1H2.2z",
  wrap: "M2.5 4h11M2.5 8h8.2a2.2 2.2 0 0 1 0 4.4H7.5M9.3 10.6l-1.8 1.8 1.8 1.8M2.5 12.4h2.3",
  web: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM2 8h12M8 2c2.2 1.8 2.2 10.2 0 12M8 2c-2.2 1.8-2.2 10.2 0 12",
} as const;

export type IconName = keyof typeof PATHS;

/** A small drawing beside words: what it means is said there, so that it is not read aloud. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="tw-icon">
      <path d={PATHS[name]} />
    </svg>
  );
}
