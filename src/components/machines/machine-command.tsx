import type { ReactNode } from "react";
import { CopyButton } from "../copy-button/copy-button.js";
import { WholeWords } from "../whole-words.js";

/** The command for the machine, with a copy button. */
export function MachineCommand({ command }: { readonly command: string }): ReactNode {
  return (
    <p className="sv-machines-command" dir="ltr">
      <code className="sv-part" translate="no">
        <WholeWords text={command} />
      </code>
      <CopyButton text={command} />
    </p>
  );
}
