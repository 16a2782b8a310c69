import type { ReactNode } from "react";
import { useStrings } from "../../../hooks/use-strings.js";
import { Icon, type IconName } from "../../icons.js";
import type { RowProps } from "../timeline-context.js";

const icons: Readonly<Record<RowProps<"notice">["item"]["tone"], IconName>> = {
  waiting: "clock",
  input: "question",
  cancelled: "stop",
  failed: "alert",
};

export function NoticeRow({ item }: RowProps<"notice">): ReactNode {
  const strings = useStrings().notice;
  return (
    <p className="sv-notice" data-tone={item.tone}>
      <Icon name={icons[item.tone]} />
      <span dir="auto">{item.text || strings[item.tone]}</span>
    </p>
  );
}
