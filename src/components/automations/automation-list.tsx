import { forwardRef, useState, type ReactNode } from "react";
import { useAutomationDeliveries } from "../../hooks/use-automation-deliveries.js";
import { useAutomations, type Automations } from "../../hooks/use-automations.js";
import { useBrowserLayoutEffect } from "../../hooks/use-browser-layout-effect.js";
import { useIdentityKey } from "../../hooks/use-identity.js";
import { useShownOnce } from "../../hooks/use-shown-once.js";
import type { AutomationDelivery, AutomationSource, AutomationTrigger } from "../../wire/protocol/automations.js";
import type { OwnerChoice } from "../../wire/protocol/owner-choice.js";
import { OpenForm, useOneForm } from "../form-guard.js";
import { withEdited } from "../with-edited.js";
import { AutomationListView, type AutomationListViewProps } from "./automation-list-view.js";
import { SecretForm } from "./secret-form.js";
import type { SourceActions } from "./source-buttons.js";
import { SourceForm, type MadeSource } from "./source-form.js";
import { TestForm } from "./test-form.js";
import { TriggerForm } from "./trigger-form.js";
import type { RecordListRootProps } from "../record-section.js";

/** Props of `AutomationList`. */
export interface AutomationListProps extends RecordListRootProps, Pick<AutomationListViewProps, "hrefOf" | "onOpen"> {
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /** The public base URL of the service's webhooks. @default the page's own origin */
  readonly webhookBaseUrl?: string | undefined;
  /** Sources per page. @default 50 */
  readonly limit?: number | undefined;
  /** Shows automations without buttons that change them. @default false */
  readonly readOnly?: boolean | undefined;
}

/**
 * The automations of the signed-in user, and for admins also those of the workspace. Works anywhere under the provider.
 */
export const AutomationList = forwardRef<HTMLElement, AutomationListProps>(function AutomationList(props, ref) {
  // Typed text and a revealed secret belong to the person.
  return <OwnAutomationList key={`${useIdentityKey()} ${props.workspaceId}`} {...props} ref={ref} />;
});

/** Which form is open, with its source and trigger as they were when it was opened. */
type Editing =
  | { readonly what: "source"; readonly source: null }
  | { readonly what: "secret" | "test"; readonly source: AutomationSource }
  | { readonly what: "trigger"; readonly source: AutomationSource; readonly trigger: AutomationTrigger | null };

const idOfMade = ({ source }: MadeSource) => source.id;

const OwnAutomationList = forwardRef<HTMLElement, AutomationListProps>(function OwnAutomationList(
  { workspaceId, webhookBaseUrl, limit, readOnly = false, ...view },
  ref,
) {
  const [owner, setOwner] = useState<OwnerChoice | null>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  const made = useShownOnce("automation-secrets", workspaceId, idOfMade);
  const [shownId, setShownId] = useState<string | null>(null);
  const [tested, setTested] = useState<{ readonly sourceId: string; readonly delivery: AutomationDelivery } | null>(
    null,
  );
  const all = useAutomations({ workspaceId, owner: owner ?? undefined, limit });
  const { owners, isAvailable, isLoading, hasMore, isLoadingMore, error, pending, refused } = all;
  const deliveries = useAutomationDeliveries({ sourceId: shownId, workspaceId });
  const edited = editedTrigger(editing);
  const sources = withEdited(all.sources, editing?.source ?? null);
  const triggers = withEdited(all.triggers, edited);
  const open = (next: Editing | null) => {
    all.clearRefused();
    setTested(null);
    setEditing(next);
  };
  const { registerForm, replaceForm } = useOneForm();
  const replace = (next: Editing) => replaceForm(() => open(next));
  const form = (
    <EditingForm
      {...{ editing, all, sources, triggers }}
      onMade={made.add}
      onSent={(sourceId, delivery) => {
        open(null);
        setTested({ sourceId, delivery });
        setShownId(sourceId);
      }}
      onLeave={() => open(null)}
    />
  );
  return (
    <OpenForm.Provider value={registerForm}>
      <AutomationListView
        {...view}
        {...{ sources, triggers, owners, isAvailable, isLoading, hasMore, isLoadingMore, error, pending, owner }}
        {...(readOnly ? {} : changesOf(all, sources, replace))}
        ref={ref}
        webhookBaseUrl={usePageOrigin(webhookBaseUrl)}
        refused={refused}
        form={editing !== null && form}
        formSourceId={editing?.source?.id}
        formTriggerId={edited?.id}
        shownSourceId={shownId}
        deliveries={deliveries}
        testedSourceId={tested?.sourceId ?? null}
        tested={tested?.delivery ?? null}
        onShowDeliveries={(source) => setShownId(source?.id ?? null)}
        made={made.shown}
        onDone={made.done}
        onOwner={setOwner}
        onAdd={readOnly ? undefined : () => replace({ what: "source", source: null })}
        onLoadMore={all.loadMore}
        onRetry={all.refresh}
        onDismiss={all.clearRefused}
      />
    </OpenForm.Provider>
  );
});

const editedTrigger = (editing: Editing | null) => (editing?.what === "trigger" ? editing.trigger : null);

/** Actions on sources and triggers. The list shows failures. */
function changesOf(
  all: Automations,
  sources: readonly AutomationSource[],
  open: (next: Editing) => void,
): SourceActions {
  const quiet = (write: Promise<unknown>) => void write.catch(() => undefined);
  const setSource = (status: "active" | "paused") => (source: AutomationSource) =>
    quiet(all.updateSource(source.id, { status }));
  const setTrigger = (status: "active" | "paused") => (trigger: AutomationTrigger) =>
    quiet(all.updateTrigger(trigger, { status }));
  return {
    onAddTrigger: (source) => open({ what: "trigger", source, trigger: null }),
    onTest: (source) => open({ what: "test", source }),
    onChangeSecret: (source) => open({ what: "secret", source }),
    onPauseSource: setSource("paused"),
    onResumeSource: setSource("active"),
    onRemoveSource: ({ id }) => quiet(all.removeSource(id)),
    onEditTrigger: (trigger) => {
      const source = sources.find(({ id }) => id === trigger.sourceId);
      if (source) open({ what: "trigger", source, trigger });
    },
    onPauseTrigger: setTrigger("paused"),
    onResumeTrigger: setTrigger("active"),
    onRemoveTrigger: (trigger) => quiet(all.removeTrigger(trigger)),
  };
}

interface EditingFormProps {
  readonly editing: Editing | null;
  readonly all: Automations;
  /** Those of the list, and the form's own. */
  readonly sources: readonly AutomationSource[];
  readonly triggers: readonly AutomationTrigger[];
  readonly onMade: (made: MadeSource) => void;
  readonly onSent: (sourceId: string, delivery: AutomationDelivery) => void;
  readonly onLeave: () => void;
}

function EditingForm({ editing, all, sources, triggers, onMade, onSent, onLeave }: EditingFormProps): ReactNode {
  if (editing === null) return null;
  const ends = { onSaved: onLeave, onCancel: onLeave };
  if (editing.what === "source") {
    return <SourceForm owners={all.owners} onCreate={all.createSource} onCreated={onMade} {...ends} />;
  }
  const source = sources.find(({ id }) => id === editing.source.id) ?? editing.source;
  const own = triggers.filter(({ sourceId }) => sourceId === source.id);
  switch (editing.what) {
    case "secret":
      return (
        <SecretForm
          key={source.id}
          source={source}
          onChange={(patch) => all.updateSource(source.id, patch)}
          onChanged={onMade}
          {...ends}
        />
      );
    case "test":
      return (
        <TestForm
          key={source.id}
          source={source}
          type={own.flatMap(({ eventTypes }) => eventTypes).find((type) => type !== "*") ?? "test"}
          onSend={(event) => all.sendEvent(source.id, event)}
          onSent={(delivery) => onSent(source.id, delivery)}
          onCancel={onLeave}
        />
      );
    case "trigger": {
      const { trigger } = editing;
      const owner = source.endUser === null ? ("workspace" as const) : ("user" as const);
      return (
        <TriggerForm
          key={`${source.id} ${trigger?.id ?? ""}`}
          trigger={trigger}
          newest={own.find(({ id }) => id === trigger?.id)}
          adapterId={source.adapterId}
          onSave={(fields, based) =>
            based === null
              ? all.createTrigger({ ...fields, sourceId: source.id, owner })
              : all.updateTrigger(based, fields)
          }
          {...ends}
        />
      );
    }
    default:
      return editing satisfies never;
  }
}

/** The given address, or the page's own; null on a server and until the first layout, so that both draw the same. */
function usePageOrigin(given: string | undefined): string | null {
  const [origin, setOrigin] = useState<string | null>(null);
  useBrowserLayoutEffect(() => setOrigin(location.origin), []);
  return given ?? origin;
}
