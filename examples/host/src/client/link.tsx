import type { MouseEvent, ReactNode } from "react";
import { hrefOf, useRoute, type Route } from "./route.js";

interface LinkProps {
  readonly to: Partial<Route>;
  readonly isCurrent?: boolean;
  readonly className?: string;
  /** Following removes the link, so the opened page gets the focus. */
  readonly isGone?: boolean;
  readonly children: ReactNode;
}

/** A link within the product; with a modifier key the browser opens another tab as usual. */
export function Link({ to, isCurrent = false, isGone = false, className, children }: LinkProps) {
  const { go } = useRoute();
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const isFollowed = go(to);
    if (isFollowed && isGone) document.querySelector<HTMLElement>("#content")?.focus();
  };
  return (
    <a href={hrefOf(to)} className={className} aria-current={isCurrent ? "page" : undefined} onClick={follow}>
      {children}
    </a>
  );
}
