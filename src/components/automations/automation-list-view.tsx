import { forwardRef, useState, type ReactNode } from "react";
import type { Automations } from "../../hooks/use-automations.js";
import { useAutomationStrings } from "../../hooks/use-automation-strings.js";
import { useErrorText } from "../../hooks/use-strings.js";
import type { AutomationDelivery } from "../../wire/protocol/automations.js";
import type { OwnerChoice } from "../../wire/protocol/owner-choice.js";
import { useSpokenWrites } from "../use-spoken-writes.js";
import { joinClasses } from "../class-names.js";
import { LoadMore } from "../load-more.js";
import { OwnerFilter } from "../owner-choice.js";
import { NoRecords, RecordSection, type RecordListRootProps } from "../record-section.js";
import type { SessionLinkTargets } from "../session-link.js";
import { useMinute } from "../use-minute.js";
import type { ShownDeliveries } from "./delivery-list.js";
import { RevealedSecret } from "./revealed-secret.js";
import type { SourceActions } from "./source-buttons.js";
import { SourceCard } from "./source-card.js";
import type { MadeSource } from "./source-form.js";

type Read = Pick<
  Automations,
  "owners" | "isAvailable" | "isLoading" | "hasMore" | "isLoadingMore" | "error" | "pending" | "refused"
>;
type Listed = Pick<Automations, "sources" | "triggers"> & { readonly [Name in keyof Read]?: Read[Name] | undefined };

/** Props of `AutomationListView`. */
export interface AutomationListViewProps
  extends RecordListRootProps, OwnProps, SourceActions, Partial<SessionLinkTargets> {}

interface OwnProps extends Listed {
  /** The public base URL of the service's webhooks; null until it is known. */
  readonly webhookBaseUrl: string | null;
  /** Actions without a callback are not shown. */
  readonly onAdd?: (() => void) | undefined;
  readonly onLoadMore?: (() => void) | undefined;
  /** Reloads the list. */
  readonly onRetry?: (() => void) | undefined;
  /** Dismisses the message about a failed change. */
  readonly onDismiss?: (() => void) | undefined;
  /** The owner of the listed sources; null for all. */
  readonly owner?: OwnerChoice | null | undefined;
  readonly onOwner?: ((owner: OwnerChoice | null) => void) | undefined;
  /**
   * A form. It is shown above the list, at the source with `formSourceId`, or in place of its trigger with
   * `formTriggerId`.
   */
  readonly form?: ReactNode;
  readonly formSourceId?: string | null | undefined;
  readonly formTriggerId?: string | null | undefined;
  /** Sources that were just created, or that got a new secret, until the person is done with each. */
  readonly made?: MadeSource | readonly MadeSource[] | null | undefined;
  readonly onDone?: ((made: MadeSource) => void) | undefined;
  /** The source whose deliveries are shown, with its deliveries. */
  readonly shownSourceId?: string | null | undefined;
  readonly deliveries?: ShownDeliveries | null | undefined;
  /** The source of the last test event, and its result. */
  readonly testedSourceId?: string | null | undefined;
  readonly tested?: AutomationDelivery | null | undefined;
}

/** A list of automations: sources of events, triggers that start conversations, and the result of each delivery. */
export const AutomationListView = forwardRef<HTMLElement, AutomationListViewProps>(
  function AutomationListView(props, ref) {
    const { shown, dom } = splitProps(props);
    const { sources, isLoading, isAvailable = true, error, refused, form, formSourceId } = shown;
    const { webhookBaseUrl, onDone } = shown;
    const strings = useAutomationStrings();
    const errorText = useErrorText();
    const [spoken] = useSpokenWrites({ pending: shown.pending, refused, done: (action) => strings.done(action) });
    const now = useMinute();
    const isListed = (id: string | null | undefined) => sources.some((source) => source.id === id);
    const isAbove = Boolean(form) && !isListed(formSourceId);
    // One that was deleted elsewhere keeps its place while its form is open.
    const isAway = ({ id, status }: Automations["sources"][number]) => status === "disabled" && id !== formSourceId;
    const card = (source: Automations["sources"][number]) => (
      <SourceCard key={source.id} {...cardProps(shown, source)} now={now} />
    );
    return (
      <RecordSection
        {...dom}
        words={strings}
        icon="branch"
        isLoading={isLoading}
        isEmpty={isAvailable && !isAbove && sources.length === 0}
        hasRecords={sources.length > 0}
        error={error}
        spoken={spoken}
        // A form shows why it could not be saved.
        refusal={refused && !form ? strings.actionFailed(refused.action, errorText(refused.error)) : null}
        onRetry={shown.onRetry}
        onLoadMore={shown.onLoadMore}
        onDismiss={shown.onDismiss}
        head={
          <>
            <Head {...shown} isAbove={isAbove} />
            {isAbove && form}
            {madeIn(shown)
              .filter(({ isNew, source }) => isNew || !isListed(source.id))
              .map((made) => (
                <RevealedSecret key={made.source.id} {...{ made, webhookBaseUrl, onDone }} />
              ))}
          </>
        }
        ref={ref}
        className={joinClasses("sv-automations", dom.className)}
      >
        {!isAvailable && !isLoading && (
          <NoRecords icon="branch" title={strings.unavailableTitle} text={strings.unavailableText} />
        )}
        <Cards sources={sources.filter((source) => !isAway(source))} card={card} />
        <RemovedSources sources={sources.filter(isAway)} card={card} />
        <More {...shown} />
      </RecordSection>
    );
  },
);

type Shown = Listed & SourceActions & Partial<SessionLinkTargets> & Omit<OwnProps, keyof Listed>;

/** Separates the list's props from those of the element. */
function splitProps({ sources, triggers, owners, isAvailable, isLoading, hasMore, ...props }: AutomationListViewProps) {
  const { isLoadingMore, error, pending, refused, webhookBaseUrl, onAdd, onLoadMore, onRetry, ...rest } = props;
  const { onDismiss, owner, onOwner, form, formSourceId, formTriggerId, made, onDone, shownSourceId, ...more } = rest;
  const { deliveries, testedSourceId, tested, hrefOf, onOpen, onAddTrigger, onTest, onChangeSecret, ...last } = more;
  const { onPauseSource, onResumeSource, onRemoveSource, onShowDeliveries, ...ofTriggers } = last;
  const { onEditTrigger, onPauseTrigger, onResumeTrigger, onRemoveTrigger, ...dom } = ofTriggers;
  const listed = { sources, triggers, owners, isAvailable, isLoading, hasMore, isLoadingMore, error, pending, refused };
  const own = { webhookBaseUrl, onAdd, onLoadMore, onRetry, onDismiss, owner, onOwner, made, onDone, hrefOf, onOpen };
  const placed = { form, formSourceId, formTriggerId, shownSourceId, deliveries, testedSourceId, tested };
  const sourceVerbs = { onAddTrigger, onTest, onChangeSecret, onPauseSource, onResumeSource, onRemoveSource };
  const triggerVerbs = { onEditTrigger, onPauseTrigger, onResumeTrigger, onRemoveTrigger };
  const shown: Shown = { ...listed, ...own, ...placed, ...sourceVerbs, ...triggerVerbs, onShowDeliveries };
  return { shown, dom };
}

const madeIn = ({ made }: Pick<Shown, "made">): readonly MadeSource[] => (made ? [made].flat() : []);

/** Props of a source's card. */
function cardProps(shown: Shown, source: Automations["sources"][number]) {
  const { triggers, form, formSourceId, formTriggerId, shownSourceId, deliveries, testedSourceId, tested } = shown;
  return {
    ...shown,
    source,
    triggers: triggers.filter(({ sourceId }) => sourceId === source.id),
    deliveries: (shownSourceId === source.id && deliveries) || null,
    form: formSourceId === source.id ? form : null,
    editedTriggerId: formTriggerId ?? null,
    made: madeIn(shown).find((made) => made.source.id === source.id) ?? null,
    tested: (testedSourceId === source.id && tested) || null,
  };
}

function Head(props: Shown & Above): ReactNode {
  const { onAdd, isAvailable = true, isAbove, sources, isLoading, error, owners = [], owner = null, onOwner } = props;
  const strings = useAutomationStrings();
  return (
    <div className="sv-list-head">
      {onAdd && isAvailable && !isAbove && (
        <button type="button" className="sv-button" data-variant="primary" onClick={onAdd}>
          {strings.add}
        </button>
      )}
      <OwnerFilter
        words={strings.owner}
        {...{ owners, owner }}
        isEmpty={!isLoading && !error && sources.length === 0}
        onChange={onOwner}
      />
    </div>
  );
}

interface Above {
  /** Whether a form is above the list. */
  readonly isAbove: boolean;
}

function More({ hasMore = false, isLoadingMore = false, onLoadMore }: Shown): ReactNode {
  const strings = useAutomationStrings();
  if (!hasMore || !onLoadMore) return null;
  return (
    <LoadMore
      className="sv-records-more"
      label={strings.loadMore}
      loadingLabel={strings.loadingMore}
      isLoading={isLoadingMore}
      onPress={onLoadMore}
    />
  );
}

interface CardsProps {
  readonly sources: Automations["sources"];
  readonly card: (source: Automations["sources"][number]) => ReactNode;
}

function Cards({ sources, card }: CardsProps): ReactNode {
  return sources.length === 0 ? null : <ul className="sv-record-rows">{sources.map(card)}</ul>;
}

/** Disabled sources, shown after a press. */
function RemovedSources({ sources, card }: CardsProps): ReactNode {
  const strings = useAutomationStrings();
  const [isShown, setShown] = useState(false);
  if (sources.length === 0) return null;
  return (
    <>
      <button
        type="button"
        className="sv-link-button sv-automations-removed"
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? strings.hideRemoved : strings.showRemoved(sources.length)}
      </button>
      {isShown && <Cards sources={sources} card={card} />}
    </>
  );
}
