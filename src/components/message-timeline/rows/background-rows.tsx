import type { ReactNode } from "react";
import { visibleText } from "../../../foundation/visible-text.js";
import { useStrings } from "../../../hooks/use-strings.js";
import { safeHref } from "../../markdown/links.js";
import { toolName } from "../../tool-call/tool-name.js";
import { useTimelineContext, type RowProps } from "../timeline-context.js";
import { ActivityRow, brief, Facts } from "./activity-row.js";

/** Rows outside the conversation: goals, memory, machine input, required sign-ins. */

export function GoalRow({ item }: RowProps<"goal">): ReactNode {
  const words = useStrings().activity;
  return (
    <ActivityRow item={item} icon="goal" name={words.goalIs(item.action)} brief={brief(item.text)}>
      {item.text.length > 60 && (
        <p className="sv-step-text" dir="auto">
          {visibleText(item.text)}
        </p>
      )}
    </ActivityRow>
  );
}

export function MemoryRow({ item }: RowProps<"memory">): ReactNode {
  const words = useStrings().activity;
  const { onMemoryClick } = useTimelineContext();
  const { preview, replacementPreview } = item;
  const show = onMemoryClick && (
    <button type="button" className="sv-link-button" title={brief(preview)} onClick={() => onMemoryClick(item)}>
      {words.showMemory}
    </button>
  );
  return (
    <ActivityRow
      item={item}
      icon="memory"
      name={item.variant === "saved" ? words.remembered : words.corrected}
      brief={brief(replacementPreview ?? preview)}
      state={item.deduped && words.knownAlready}
      aside={show}
    >
      {(preview.length > 60 || replacementPreview) && (
        <p className="sv-step-text" dir="auto">
          {replacementPreview ? (
            <>
              <del className="sv-part">{visibleText(preview)}</del>
              <br className="sv-part" />
              <span className="sv-part">{words.replacedBy(visibleText(replacementPreview))}</span>
            </>
          ) : (
            <span className="sv-part">{visibleText(preview)}</span>
          )}
        </p>
      )}
    </ActivityRow>
  );
}

export function MachineInputRow({ item }: RowProps<"machine-input-batch">): ReactNode {
  const words = useStrings().activity;
  const members = item.members.filter((member) => member.kind !== "goal_continuation" && member.summary !== "");
  if (members.length === 0) return null;
  const [first] = members;
  return (
    <ActivityRow item={item} icon="inbox" name={words.updates(members.length)} brief={first && brief(first.summary)}>
      <ul className="sv-step-list">
        {members.map((member, index) => (
          <li key={member.id || index} className="sv-part" dir="auto" data-tone={member.classification}>
            {visibleText(member.summary)}
          </li>
        ))}
      </ul>
    </ActivityRow>
  );
}

/** A service that needs the person's sign-in, with a link. */
export function AuthNeededRow({ item }: RowProps<"auth-needed">): ReactNode {
  const { activity: words, markdown, tool } = useStrings();
  const { opensInNewTab } = markdown;
  const { onReconnect } = useTimelineContext();
  const provider = visibleText(item.providerDomain || item.serverId);
  const href = item.authorizationUrl === null ? undefined : safeHref(item.authorizationUrl);
  return (
    <ActivityRow
      item={item}
      icon="key"
      name={words.authNeeded(provider)}
      brief={brief(words.authReason(item.reason, null))}
      aside={
        onReconnect ? (
          <button
            type="button"
            className="sv-button"
            aria-label={words.connectTo(provider)}
            onClick={() => onReconnect(item)}
          >
            {words.connect}
          </button>
        ) : (
          href && (
            <a
              className="sv-button"
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              title={opensInNewTab}
              aria-label={words.connectTo(provider)}
            >
              {words.connect}
            </a>
          )
        )
      }
    >
      {(item.scopes.length > 0 || item.reason) && (
        <Facts
          of={[
            [
              words.reason,
              words.authReason(item.reason, item.toolName === null ? null : toolName(item.toolName, tool)),
            ],
            [words.scopes, item.scopes.join(", ")],
          ]}
        />
      )}
    </ActivityRow>
  );
}
