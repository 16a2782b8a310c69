import { forwardRef, useMemo, type ReactNode, type Ref } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import { joinClasses } from "../class-names.js";
import { CopyButton } from "../copy-button/copy-button.js";
import { Cut, HiddenRest, ShowAll } from "../long-text.js";
import { Root, type RootProps } from "../root.js";
import { ScrollBox } from "../scroll-box.js";
import { createChunkReader } from "./code-chunks.js";
import { useCodeFold, type CodeFold } from "./use-code-fold.js";
import type { CodePiece, Highlight } from "./highlight.js";
import { useHighlight } from "./use-highlight.js";

/** Props of `CodeBlock`. */
export interface CodeBlockProps extends RootProps {
  /** The code, unchanged. */
  readonly code: string;
  /** Shown above the code. @default a label for plain text */
  readonly language?: string | null | undefined;
  /** Adds syntax colours, once it resolves. Pass it only for complete code. @default none */
  readonly highlight?: Highlight | undefined;
}

/** A code block with its language and a copy button. */
export const CodeBlock = forwardRef<HTMLElement, CodeBlockProps>(function CodeBlock(
  { code, language = null, highlight, className, ...dom },
  ref,
) {
  const fold = useCodeFold(code, true);
  const pieces = useHighlight(fold.shown, language, highlight);
  return (
    <CodeFrame {...dom} rootRef={ref} className={className} language={language} copy={code} fold={fold}>
      {pieces ? <Pieces pieces={pieces} /> : <Plain code={fold.shown} />}
    </CodeFrame>
  );
});

interface CodeFrameProps extends RootProps {
  readonly language: string | null;
  /** The text to copy, or a function that returns it when the user clicks. */
  readonly copy: string | (() => string);
  readonly rootRef?: Ref<HTMLElement> | undefined;
  readonly fold: CodeFold;
  /** The code itself. */
  readonly children: ReactNode;
}

/** The bar above code, and the box that scrolls. */
export function CodeFrame({ language, copy, rootRef, className, fold, children, ...dom }: CodeFrameProps): ReactNode {
  const strings = useStrings().markdown;
  return (
    <Root {...dom} ref={rootRef} className={joinClasses("sv-code", className)} dir="ltr">
      <div className="sv-code-bar">
        <span className="sv-code-language">{language ?? strings.plainCode}</span>
        <CopyButton text={copy} label={strings.copyCode} />
      </div>
      <ScrollBox className="sv-code-scroll" label={strings.codeBlock(language)}>
        <pre className="sv-part" translate="no">
          <code className="sv-part">
            {children}
            {fold.rest !== "" && (
              <>
                <Cut after={fold.shown} />
                <HiddenRest text={fold.rest} onFound={fold.toggle} />
              </>
            )}
          </code>
        </pre>
      </ScrollBox>
      {fold.isLong && <ShowAll isOpen={fold.isOpen} onToggle={fold.toggle} />}
    </Root>
  );
}

/** Long code is divided into boxes of some lines, so that the browser lays out only the last one while it grows. */
function Plain({ code }: { readonly code: string }): ReactNode {
  const read = useMemo(() => createChunkReader(), []);
  const chunks = read(code);
  if (chunks.length === 1) return code;
  return chunks.map((chunk, index) => (
    <span key={index} className="sv-code-chunk">
      {chunk}
    </span>
  ));
}

/** Code in colours. */
export function Pieces({ pieces }: { readonly pieces: readonly CodePiece[] }): ReactNode {
  return pieces.map(({ text, kind }, index) =>
    kind === undefined ? (
      text
    ) : (
      <span key={index} className="sv-part" data-token={kind}>
        {text}
      </span>
    ),
  );
}
