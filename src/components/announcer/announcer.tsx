import {
  createContext,
  memo,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type Dispatch,
  type ReactNode,
  type RefObject,
  type SetStateAction,
} from "react";
import { systemClock, type Clock } from "../../foundation/clock.js";
import { useOptionalServiceContext } from "../../hooks/service-context.js";
import { useStrings } from "../../hooks/use-strings.js";
import { saidAfter } from "../use-spoken.js";
import { announce, type Announced, type Announcement } from "./announcements.js";
import { useIsSpeaker } from "./speaker.js";
import { createSpeech } from "./speech.js";

/** Props of `Announcer`. */
export interface AnnouncerProps {
  /** The session to announce. */
  readonly session: Announced;
  /** Clock for removing old announcements. @default the platform's clock */
  readonly clock?: Clock | undefined;
  /** Components that use `useAnnounce`. @default none */
  readonly children?: ReactNode;
}

/** Announces a text once: `assertive` interrupts the screen reader. */
export type Announce = (text: string, urgency?: Announcement["urgency"]) => void;

const AnnounceContext = createContext<Announce>(() => undefined);

/**
 * Announces a text through the conversation's own two live regions, such as a finished upload. The function keeps its
 * identity; outside an `Announcer` it does nothing.
 */
export function useAnnounce(): Announce {
  return useContext(AnnounceContext);
}

const TitlesContext = createContext<Map<string, string> | null>(null);

/** Gives the announcement of an approval the title of its card, if that is the host's. */
export function useAnnouncedTitle(id: string, title: string | undefined): void {
  const titles = useContext(TitlesContext);
  // An effect of the card runs before that of the announcer around it.
  useEffect(() => {
    if (title !== undefined) titles?.set(id, title);
    return () => void titles?.delete(id);
  }, [titles, id, title]);
}

/** How long an announcement stays in the page for a screen reader to take (ms). */
const stay = 5000;

/**
 * Announces changes of a conversation to screen readers, in one polite and one assertive live region. Renders nothing
 * visible. `MessageTimeline` and both conversations include theirs. Of several for one session, one speaks: the first that
 * is not hidden.
 */
export function Announcer({ session, clock = systemClock, children }: AnnouncerProps): ReactNode {
  const words = useStrings();
  const reader = useOptionalServiceContext()?.scope.identity?.user;
  const before = useRef<Announced | null>(null);
  const [titles] = useState(() => new Map<string, string>());
  const [said, setSaid] = useState(silence);
  const speech = useMemo(
    () =>
      createSpeech(clock, ({ polite, assertive }) =>
        setSaid((old) => ({
          polite: follow(old.polite, polite),
          assertive: follow(old.assertive, assertive),
        })),
      ),
    [clock],
  );
  const say = useCallback<Announce>((text, urgency = "polite") => speech.say(text, urgency), [speech]);
  const regions = useRef<HTMLDivElement>(null);
  const isSpeaker = useIsSpeaker(session.sessionId, regions);
  useEffect(() => {
    speech.resume();
    return speech.pause;
  }, [speech]);
  useEffect(() => {
    const news = announce(before.current, session, words, { reader, titles });
    before.current = session;
    if (news.length === 0 || !isSpeaker()) return;
    for (const { text, urgency } of news) say(text, urgency);
  }, [session, words, reader, titles, say, isSpeaker]);
  useRemoval("polite", said.polite, setSaid, clock);
  useRemoval("assertive", said.assertive, setSaid, clock);
  return (
    <>
      <Regions polite={said.polite} assertive={said.assertive} place={regions} />
      {children !== undefined && (
        <AnnounceContext.Provider value={say}>
          <TitlesContext.Provider value={titles}>{children}</TitlesContext.Provider>
        </AnnounceContext.Provider>
      )}
    </>
  );
}

type Texts = Readonly<Record<Announcement["urgency"], string>>;

const silence: Texts = { polite: "", assertive: "" };

/** Removes the text of one region after its time: news in the other region does not extend it. */
function useRemoval(
  urgency: Announcement["urgency"],
  text: string,
  setSaid: Dispatch<SetStateAction<Texts>>,
  clock: Clock,
): void {
  useEffect(() => {
    if (text === "") return;
    return clock.after(stay, () => setSaid((texts) => ({ ...texts, [urgency]: "" })));
  }, [urgency, text, setSaid, clock]);
}

function follow(old: string, text: string): string {
  return text === "" ? old : saidAfter(old, text);
}

const Regions = memo(function Regions({
  polite,
  assertive,
  place,
}: Texts & { readonly place: RefObject<HTMLDivElement | null> }): ReactNode {
  return (
    <div ref={place} className="sv-visually-hidden" data-announcer="">
      <div className="sv-part" aria-live="polite" aria-atomic="true">
        {polite}
      </div>
      <div className="sv-part" aria-live="assertive" aria-atomic="true">
        {assertive}
      </div>
    </div>
  );
});
