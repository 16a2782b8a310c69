import { forwardRef } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import { joinClasses } from "../class-names.js";
import { CopyButton } from "../copy-button/copy-button.js";
import { Root, type RootProps } from "../root.js";
import { ScrollBox } from "../scroll-box.js";

export interface CodeBlockProps extends RootProps {
  /** The code as it stands. */
  readonly code: string;
  /** Shown above the code. @default a word for plain text */
  readonly language?: string | null | undefined;
}

/** Code as it stands, with its language and a button that copies it. */
export const CodeBlock = forwardRef<HTMLElement, CodeBlockProps>(function CodeBlock(
  { code, language = null, className, ...dom },
  ref,
) {
  const strings = useStrings().markdown;
  return (
    <Root {...dom} ref={ref} className={joinClasses("sv-code", className)} dir="ltr">
      <div className="sv-code-bar">
        <span className="sv-code-language">{language ?? strings.plainCode}</span>
        <CopyButton text={code} label={strings.copyCode} />
      </div>
      <ScrollBox className="sv-code-scroll" label={strings.codeBlock(language)}>
        <pre>
          <code>{code}</code>
        </pre>
      </ScrollBox>
    </Root>
  );
});
