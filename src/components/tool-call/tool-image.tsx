import { useEffect, useState, type ReactNode } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import { Icon } from "../icons.js";
import type { ReadableImage } from "./readable-value.js";

/** Pictures that run nothing. */
const shownTypes = /^image\/(png|jpeg|gif|webp|avif)$/;

/** A picture that a tool gave. Bytes become a blob of the page's own; an address is followed only on the page's own origin. */
export function ToolImage({ image }: { readonly image: ReadableImage }): ReactNode {
  const strings = useStrings().tool;
  const source = useSource(image);
  if (source === undefined) return <span className="sv-tool-image" aria-busy="true" />;
  if (source === null) {
    return (
      <p className="sv-value-empty">
        <Icon name="image" /> {strings.imageBlocked}
      </p>
    );
  }
  return <img className="sv-tool-image" src={source} alt={strings.image} loading="lazy" decoding="async" />;
}

/** Undefined while nothing can be said yet, as on a server; null when it is not shown. */
function useSource(image: ReadableImage): string | null | undefined {
  const [source, setSource] = useState<string | null | undefined>(undefined);
  useEffect(() => {
    const bytes = toBlob(image);
    const url = bytes ? URL.createObjectURL(bytes) : "url" in image ? ownAddress(image.url) : null;
    // oxlint-disable-next-line react/set-state-in-effect -- an address of bytes must be made where it is taken back
    setSource(url);
    return bytes && url !== null ? () => URL.revokeObjectURL(url) : undefined;
  }, [image]);
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

function ownAddress(url: string): string | null {
  try {
    const address = new URL(url, document.baseURI);
    const isOwn = address.origin === location.origin && /^(https?|blob):$/.test(address.protocol);
    return isOwn ? address.href : null;
  } catch {
    return null;
  }
}
