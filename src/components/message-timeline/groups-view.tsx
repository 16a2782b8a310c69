import { memo, type ReactNode } from "react";
import { groupKey, type TimelineGroup } from "../../timeline/groups.js";
import { GroupView } from "./group-view.js";

/** Groups in a row. The list is walked only when it is another list, so a long settled one costs a token nothing. */
export const Groups = memo(function Groups({ groups }: { readonly groups: readonly TimelineGroup[] }): ReactNode {
  return groups.map((group) => <GroupView key={groupKey(group)} group={group} />);
});
