import { callHost } from "../../foundation/call-host.js";
import { useState, type ReactNode } from "react";
import { savedName } from "../../foundation/saved-name.js";
import { visibleText } from "../../foundation/visible-text.js";
import { useFileAddress } from "../../hooks/file-address.js";
import { useStrings } from "../../hooks/use-strings.js";
import { filesOf, type FileView } from "../../timeline/file-view.js";
import { Icon } from "../icons.js";
import { Root } from "../root.js";
import { useHydration } from "../use-hydration.js";
import { FileName } from "./file-name.js";

/** Props of `MessageAttachments`. */
export interface MessageAttachmentsProps {
  /** The resources of the message. Resources that are not files are skipped. */
  readonly resources: readonly unknown[];
  /** Returns the URL of a file by its id. @default the session proxy, for files of the current session */
  readonly addressOf?: ((fileId: string) => string) | undefined;
}

/** The files of a message: pictures inline, all other files by name and size. Users can open or download each file. */
export function MessageAttachments({ resources, addressOf }: MessageAttachmentsProps): ReactNode {
  const { message } = useStrings();
  const shown = useFileAddress();
  const files = filesOf(resources);
  const address = addressOf ?? shown;
  if (files.length === 0) return null;
  return (
    <Root as="ul" className="sv-message-attachments" aria-label={message.files}>
      {files.map((file) => (
        <li key={file.fileId} className="sv-part">
          <MessageFile file={file} address={callHost(address ?? undefined, file.fileId) ?? null} />
        </li>
      ))}
    </Root>
  );
}

/** One file; a picture that cannot be shown is a file like any other. */
export function MessageFile(props: { readonly file: FileView; readonly address: string | null }): ReactNode {
  const { file, address } = props;
  const { attachments: strings, message, markdown } = useStrings();
  const [isBroken, setBroken] = useState(false);
  const isAway = useIsAway(address);
  const name = file.name === null ? message.unnamedFile : visibleText(file.name);
  if (address !== null && file.isImage && !isBroken) {
    return (
      <a
        className="sv-message-picture"
        href={address}
        target="_blank"
        rel="noopener"
        title={`${name}, ${markdown.opensInNewTab}`}
      >
        <img
          className="sv-part"
          src={address}
          alt={strings.picture(name)}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      </a>
    );
  }
  if (address === null) {
    return (
      <span className="sv-message-download">
        <FileWords file={file} name={name} />
      </span>
    );
  }
  return (
    <a
      className="sv-message-download"
      href={address}
      download={savedName(file.name ?? name)}
      {...(isAway && { target: "_blank", rel: "noopener noreferrer", title: markdown.opensInNewTab })}
    >
      <span className="sv-visually-hidden">{`${strings.download} `}</span>
      <FileWords file={file} name={name} />
      <Icon name="download" />
    </a>
  );
}

/** Whether the address is of another origin, where a browser ignores `download` and would leave the page. */
function useIsAway(address: string | null): boolean {
  const isHydration = useHydration();
  if (isHydration || address === null || !URL.canParse(address, location.href)) return false;
  const { protocol, origin } = new URL(address, location.href);
  return /^https?:$/.test(protocol) && origin !== location.origin;
}

function FileWords({ file, name }: { readonly file: FileView; readonly name: string }): ReactNode {
  const { units } = useStrings();
  return (
    <>
      <span className="sv-attachment-picture">
        <Icon name={file.isImage ? "image" : "file"} />
      </span>
      <span className="sv-attachment-words">
        <span className="sv-attachment-name">
          <FileName name={name} />
        </span>
        {file.sizeBytes !== null && <bdi className="sv-attachment-note">{units.fileSize(file.sizeBytes)}</bdi>}
      </span>
    </>
  );
}
