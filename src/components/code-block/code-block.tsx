import { forwardRef, useEffect, useMemo, useState, type ReactNode } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import { joinClasses } from "../class-names.js";
import { CopyButton } from "../copy-button/copy-button.js";
import { Root, type RootProps } from "../root.js";
import { ScrollBox } from "../scroll-box.js";
import { createChunkReader } from "./code-chunks.js";
import type { CodePiece, Highlight } from "./highlight.js";

export interface CodeBlockProps extends RootProps {
  /** The code as it stands. */
  readonly code: string;
  /** Shown above the code. @default a word for plain text */
  readonly language?: string | null | undefined;
  /** Colours it, once and when it is there. Give it only when the code is complete. @default none */
  readonly highlight?: Highlight | undefined;
}

/** Code as it stands, with its language and a button that copies it. */
export const CodeBlock = forwardRef<HTMLElement, CodeBlockProps>(function CodeBlock(
  { code, language = null, highlight, className, ...dom },
  ref,
) {
  const strings = useStrings().markdown;
  const pieces = useHighlight(code, language, highlight);
  return (
    <Root {...dom} ref={ref} className={joinClasses("sv-code", className)} dir="ltr">
      <div className="sv-code-bar">
        <span className="sv-code-language">{language ?? strings.plainCode}</span>
        <CopyButton text={code} label={strings.copyCode} />
      </div>
      <ScrollBox className="sv-code-scroll" label={strings.codeBlock(language)}>
        <pre className="sv-part">
          <code className="sv-part">{pieces ? <Pieces pieces={pieces} /> : <Plain code={code} />}</code>
        </pre>
      </ScrollBox>
    </Root>
  );
});

/** Long code stands in boxes of some lines, so that the browser lays out only the last one while it grows. */
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

function Pieces({ pieces }: { readonly pieces: readonly CodePiece[] }): ReactNode {
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

/** The coloured pieces of this very code, as soon as they are there. */
function useHighlight(
  code: string,
  language: string | null,
  highlight: Highlight | undefined,
): readonly CodePiece[] | undefined {
  const [found, setFound] = useState<{ readonly code: string; readonly pieces: readonly CodePiece[] }>();
  useEffect(() => {
    if (!highlight || language === null) return;
    let isCurrent = true;
    const take = (pieces: readonly CodePiece[] | undefined) => {
      // What would show another code than this one is not shown.
      if (isCurrent && pieces?.map(({ text }) => text).join("") === code) setFound({ code, pieces });
    };
    // A highlighter that fails leaves the code as it is.
    new Promise<readonly CodePiece[] | undefined>((resolve) => resolve(highlight(code, language))).then(take, () => {});
    return () => {
      isCurrent = false;
    };
  }, [code, language, highlight]);
  return found?.code === code && highlight ? found.pieces : undefined;
}
