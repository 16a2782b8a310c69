import { useEffect, useState, type ReactNode } from "react";
import { useFileAddress } from "../../hooks/file-address.js";
import { useStrings } from "../../hooks/use-strings.js";
import { Icon } from "../icons.js";
import type { ReadableImage } from "./readable-value.js";

/** Pictures that run nothing. */
const shownTypes = /^image\/(png|jpeg|gif|webp|avif)$/;

/**
 * An image in a tool's output. Bytes become a blob URL. An address is loaded only when it is the kit's own address of a
 * file of the shown session: any other, also on the page's origin, would send a request with the reader's cookies.
 */
export function ToolImage({ image }: { readonly image: ReadableImage }): ReactNode {
  const strings = useStrings().tool;
  const source = useSource(image);
  if (source === undefined) return <span className="sv-tool-image" aria-busy="true" />;
  if (source === null) {
    return (
      <p className="sv-value-empty">
        <Icon name="image" /> <span className="sv-part">{strings.imageBlocked}</span>
      </p>
    );
  }
  return <img className="sv-tool-image" src={source} alt={strings.image} loading="lazy" decoding="async" />;
}

/** Undefined while it is unknown, as on a server; null when it is not shown. */
function useSource(image: ReadableImage): string | null | undefined {
  const addressOf = useFileAddress();
  const [source, setSource] = useState<string | null | undefined>(undefined);
  useEffect(() => {
    const bytes = toBlob(image);
    const url = bytes ? URL.createObjectURL(bytes) : "url" in image ? fileAddress(image.url, addressOf) : null;
    // oxlint-disable-next-line react/set-state-in-effect -- an address of bytes must be made where it is taken back
    setSource(url);
    return bytes && url !== null ? () => URL.revokeObjectURL(url) : undefined;
  }, [image, addressOf]);
  return source;
}

function toBlob(image: ReadableImage): Blob | null {
  const [type, data] = "data" in image ? [image.mediaType, image.data] : partsOfDataUrl(image.url);
  if (!shownTypes.test(type)) return null;
  try {
    return new Blob([Uint8Array.from(atob(data), (char) => char.codePointAt(0) ?? 0)], { type });
  } catch {
    // Not base64 after all.
    return null;
  }
}

function partsOfDataUrl(url: string): readonly [type: string, data: string] {
  const parts = /^data:([^;,]+);base64,(.*)$/s.exec(url);
  return [parts?.[1] ?? "", parts?.[2] ?? ""];
}

/** The address that the kit makes for the file that `url` names; null when the two differ in anything. */
function fileAddress(url: string, addressOf: ((fileId: string) => string) | null): string | null {
  const fileId = /\/files\/([A-Za-z0-9][A-Za-z0-9_-]{0,127})\/content\?/.exec(url)?.[1];
  if (addressOf === null || fileId === undefined) return null;
  try {
    // oxlint-disable-next-line no-restricted-globals -- a frame that the page fills has its base
    const { baseURI } = document;
    const own = new URL(addressOf(fileId), baseURI).href;
    return new URL(url, baseURI).href === own ? own : null;
  } catch {
    return null;
  }
}
