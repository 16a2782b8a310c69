import type { ReactNode } from "react";

/** The kit's icons, in the colour of the text around them. Each has words beside it. */
const paths = {
  send: "M12 19V5m0 0-6 6m6-6 6 6",
  pause: "M9 5.5v13M15 5.5v13",
  steer: "M13 3.5 5.5 13.5H12l-1 7 7.5-10H12z",
  close: "M6 6l12 12M18 6 6 18",
  check: "M5 12.5l4.5 4.5L19 7.5",
  chevron: "M9 6l6 6-6 6",
  down: "M12 5v14m0 0 6-6m-6 6-6-6",
  copy: "M9 9h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1zM5 15V5a1 1 0 0 1 1-1h9",
  alert:
    "M12 8v5m0 3.2v.1M10.4 4.2 2.9 17.3A1.8 1.8 0 0 0 4.5 20h15a1.8 1.8 0 0 0 1.6-2.7L13.6 4.2a1.8 1.8 0 0 0-3.2 0z",
  tool: "M14.6 6.4a4.2 4.2 0 0 0-5.5 5.5L4 17l3 3 5.1-5.1a4.2 4.2 0 0 0 5.5-5.5L15 12l-3-3 2.6-2.6z",
  thought: "M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.6 10.8c.7.5 1.1 1.2 1.1 2v.2h5v-.2c0-.8.4-1.5 1.1-2A6 6 0 0 0 12 3z",
  shield: "M12 3.5l7 2.5v5.5c0 4.3-2.9 7.4-7 9-4.1-1.6-7-4.7-7-9V6l7-2.5z",
  question: "M9.2 9.2a2.8 2.8 0 1 1 4.2 2.5c-.9.5-1.4 1.1-1.4 2.1m0 2.7v.1M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z",
  trash: "M4.5 7h15M9.5 7V4.5h5V7m-8 0 .8 12a1 1 0 0 0 1 1h7.4a1 1 0 0 0 1-1L17.5 7M10 11v5m4-5v5",
  clock: "M12 7.5V12l3 2m-3 7a9 9 0 1 0 0-18 9 9 0 0 0 0 18z",
  offline:
    "M4 4l16 16M8.5 15.5a5 5 0 0 1 6.6-.3M5 12a10 10 0 0 1 4.3-2.6m5.2-.1A10 10 0 0 1 19 12M2.5 8.5A14.5 14.5 0 0 1 6 6.2m5-1.1a14.5 14.5 0 0 1 10.5 3.4M12 19v.1",
  image:
    "M5 4.5h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-13a1 1 0 0 1 1-1zM4 16l4.5-4.5L14 17m-2-2 3-3 5 5M15.5 9v.1",
  branch:
    "M7 8.5v7m0 0a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zm0-7a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zm10 2a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zm0 0c0 4-10 1.5-10 6",
  terminal: "M5 5h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zm2.5 4.5L10 12l-2.5 2.5M12.5 15H16",
  goal: "M6 21V4m0 .5c4-2 7 2 12 0v9c-5 2-8-2-12 0",
  memory: "M7 4h10a1 1 0 0 1 1 1v15l-6-4-6 4V5a1 1 0 0 1 1-1z",
  key: "M13.5 10.5 20 4m-2.5 2.5 2 2m-4.5.5a4.2 4.2 0 1 1-6 6 4.2 4.2 0 0 1 6-6z",
  layers: "M12 4l8.5 4.5L12 13 3.5 8.5 12 4zm-8.5 9L12 17.5l8.5-4.5",
  chat: "M5.5 5h13A1.5 1.5 0 0 1 20 6.5v8a1.5 1.5 0 0 1-1.5 1.5H12l-4.5 3.5V16h-2A1.5 1.5 0 0 1 4 14.5v-8A1.5 1.5 0 0 1 5.5 5z",
  inbox: "M4 13h4.5l1 2.5h5l1-2.5H20M4 13l2.5-8h11L20 13v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-5z",
  attach: "M20 11.5l-8.2 8.2a5 5 0 0 1-7.1-7.1l8.6-8.6a3.3 3.3 0 0 1 4.7 4.7l-8.5 8.5a1.7 1.7 0 0 1-2.4-2.4l7.6-7.6",
  download: "M12 4v11m0 0 4.5-4.5M12 15l-4.5-4.5M5 19.5h14",
  file: "M7 3.5h7l4 4v12a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1zm7 0v4h4",
  up: "M6 14.5l6-6 6 6",
  lower: "M6 9.5l6 6 6-6",
  grip: "M9.5 6v.1M9.5 12v.1M9.5 18v.1M14.5 6v.1M14.5 12v.1M14.5 18v.1",
  edit: "M4.5 19.5l.8-3.7L16 5.1a1.6 1.6 0 0 1 2.2 0l.7.7a1.6 1.6 0 0 1 0 2.2L8.2 18.7l-3.7.8zm9.7-12.6 2.9 2.9",
  archive: "M4 5h16v4H4zm1.5 4v9a1 1 0 0 0 1 1h11a1 1 0 0 0 1-1V9M10 12.5h4",
  restore: "M4 5h16v4H4zm1.5 4v9a1 1 0 0 0 1 1h11a1 1 0 0 0 1-1V9M12 16.5v-5m0 0-2.2 2.2M12 11.5l2.2 2.2",
  play: "M8 5.5l10.5 6.5L8 18.5z",
  more: "M6 12v.1M12 12v.1M18 12v.1",
  plus: "M12 5v14M5 12h14",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zm4.7-1.8L20 20",
  retry: "M19.5 12a7.5 7.5 0 1 1-2.2-5.3M17.5 3v4h-4",
} as const;

export type IconName = keyof typeof paths | "stop" | "spinner";

export function Icon({ name }: { readonly name: IconName }): ReactNode {
  if (name === "spinner") return <span className="sv-spinner" aria-hidden="true" />;
  return (
    <svg
      className="sv-icon"
      data-icon={name}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {name === "stop" ? (
        <rect x="5.5" y="5.5" width="13" height="13" rx="2.5" fill="currentColor" stroke="none" />
      ) : (
        <path d={paths[name]} />
      )}
    </svg>
  );
}
