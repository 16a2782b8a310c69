import type { ReactNode } from "react";

/** The few pictures of the kit, drawn in the colour of the text around them. They say nothing that words do not. */
const paths = {
  send: "M12 19V5m0 0-6 6m6-6 6 6",
  close: "M6 6l12 12M18 6 6 18",
  check: "M5 12.5l4.5 4.5L19 7.5",
  chevron: "M9 6l6 6-6 6",
  down: "M12 5v14m0 0 6-6m-6 6-6-6",
  copy: "M9 9h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1zM5 15V5a1 1 0 0 1 1-1h9",
  alert:
    "M12 8v5m0 3.2v.1M10.4 4.2 2.9 17.3A1.8 1.8 0 0 0 4.5 20h15a1.8 1.8 0 0 0 1.6-2.7L13.6 4.2a1.8 1.8 0 0 0-3.2 0z",
  tool: "M14.6 6.4a4.2 4.2 0 0 0-5.5 5.5L4 17l3 3 5.1-5.1a4.2 4.2 0 0 0 5.5-5.5L15 12l-3-3 2.6-2.6z",
  thought: "M12 4v3m0 10v3M4 12h3m10 0h3M6.5 6.5l2 2m7 7 2 2m0-11-2 2m-7 7-2 2",
  shield: "M12 3.5l7 2.5v5.5c0 4.3-2.9 7.4-7 9-4.1-1.6-7-4.7-7-9V6l7-2.5z",
  question: "M9.2 9.2a2.8 2.8 0 1 1 4.2 2.5c-.9.5-1.4 1.1-1.4 2.1m0 2.7v.1M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z",
  clock: "M12 7.5V12l3 2m-3 7a9 9 0 1 0 0-18 9 9 0 0 0 0 18z",
  offline:
    "M4 4l16 16M8.5 15.5a5 5 0 0 1 6.6-.3M5 12a10 10 0 0 1 4.3-2.6m5.2-.1A10 10 0 0 1 19 12M2.5 8.5A14.5 14.5 0 0 1 6 6.2m5-1.1a14.5 14.5 0 0 1 10.5 3.4M12 19v.1",
  image:
    "M5 4.5h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-13a1 1 0 0 1 1-1zM4 16l4.5-4.5L14 17m-2-2 3-3 5 5M15.5 9v.1",
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
