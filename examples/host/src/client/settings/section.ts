import type { ReactNode } from "react";

export interface SectionProps {
  /** Shows a conversation in place of the section. */
  readonly onOpen: (sessionId: string) => void;
}

/** One entry of the settings page: components of the kit under the product's own heading. */
export interface Section {
  /** Part of the address. */
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly Content: (props: SectionProps) => ReactNode;
}
