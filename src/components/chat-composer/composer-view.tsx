import { forwardRef } from "react";
import {
  useComposer,
  type Composer,
  type ComposerState,
  type DraftKeeper,
  type UseComposerOptions,
} from "../../hooks/use-composer.js";
import { givenOptions, givenSession } from "../../hooks/given-options.js";
import { useShallowStable } from "../use-shallow-stable.js";
import { ComposerFace } from "./composer-face.js";
import type { ComposerFaceProps, ComposerHandle } from "./composer.js";

export type { ComposerComponents, ComposerHandle, ComposerPart, ComposerSlotProps } from "./composer.js";

/** Props of `ComposerView`. */
export interface ComposerViewProps
  extends
    ComposerFaceProps,
    Pick<UseComposerOptions, "value" | "defaultValue" | "onValueChange" | "maxLength" | "whenBusy"> {
  /** A session, an object with `sendMessage`, or the result of `useComposer`. */
  readonly composer: Composer | ComposerState;
  /**
   * The draft that stores the text. Omit it with the result of `useComposer`, which has its own.
   * @default this component only
   */
  readonly draft?: DraftKeeper | undefined;
  /** Files of the message, from `useAttachments`. @default no files */
  readonly attachments?: UseComposerOptions["attachments"];
}

/** The message field. It accepts text at any time; messages sent during a turn are queued, visibly. */
export const ComposerView = forwardRef<ComposerHandle, ComposerViewProps>(function ComposerView(props, ref) {
  const {
    composer,
    components,
    classNames,
    suggestions,
    value,
    defaultValue,
    onValueChange,
    maxLength,
    whenBusy,
    draft,
    attachments,
    ...rest
  } = givenOptions(props);
  const face = { ...rest, ...useShallowStable({ components, classNames, suggestions }) };
  givenSession("ComposerView", composer);
  if ("setValue" in composer) return <ComposerFace {...face} ref={ref} composer={composer} />;
  const options = { value, defaultValue, onValueChange, maxLength, whenBusy, draft, attachments };
  return <SourceComposer {...face} ref={ref} source={composer} options={options} />;
});

interface SourceComposerProps extends ComposerFaceProps {
  readonly source: Composer;
  readonly options: UseComposerOptions;
}

/** Renders with every frame of an answer, so that the composer itself need not. */
const SourceComposer = forwardRef<ComposerHandle, SourceComposerProps>(function SourceComposer(
  { source, options, ...face },
  ref,
) {
  const composer = useComposer(source, { ...options, isClosed: face.closedReason !== undefined });
  return <ComposerFace {...face} ref={ref} composer={composer} draft={options.draft} />;
});
