import { memo, useEffect, useRef, useState, type ReactNode } from "react";
import { systemClock, type Clock } from "../../foundation/clock.js";
import { useStrings } from "../../hooks/use-strings.js";
import { announce, type Announced, type Announcement } from "./announcements.js";

export interface AnnouncerProps {
  /** The session whose boundaries are told. */
  readonly session: Announced;
  /** Tells when what was said may go. @default the platform's clock */
  readonly clock?: Clock | undefined;
}

/** How long an announcement stays in the page for a screen reader to take (ms). */
const stay = 5000;

/**
 * Says aloud what happens at the boundaries of a conversation, in one polite and one assertive live region. It shows
 * nothing. One a conversation is enough; `MessageTimeline` and both conversations bring theirs.
 */
export function Announcer({ session, clock = systemClock }: AnnouncerProps): ReactNode {
  const words = useStrings();
  const before = useRef<Announced | null>(null);
  const [said, setSaid] = useState<Readonly<Record<Announcement["urgency"], string>>>(silence);
  useEffect(() => {
    const news = announce(before.current, session, words);
    before.current = session;
    if (news.length === 0) return;
    setSaid((old) => ({ ...old, ...joinByUrgency(news) }));
  }, [session, words]);
  useEffect(() => (said === silence ? undefined : clock.after(stay, () => setSaid(silence))), [said, clock]);
  return <Regions polite={said.polite} assertive={said.assertive} />;
}

const silence = { polite: "", assertive: "" };

function joinByUrgency(news: readonly Announcement[]): Partial<typeof silence> {
  const joined: Partial<typeof silence> = {};
  for (const { urgency, text } of news) joined[urgency] = joined[urgency] ? `${joined[urgency]} ${text}` : text;
  return joined;
}

const Regions = memo(function Regions(props: { readonly polite: string; readonly assertive: string }): ReactNode {
  return (
    <div className="sv-visually-hidden" data-announcer="">
      <div aria-live="polite" aria-atomic="true">
        {props.polite}
      </div>
      <div aria-live="assertive" aria-atomic="true">
        {props.assertive}
      </div>
    </div>
  );
});
