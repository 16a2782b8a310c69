import { useEffect, useState, type RefObject } from "react";

/**
 * Accepts files dropped on the whole conversation, or on a composer outside one. Returns whether files are being
 * dragged over it.
 */
export function useFileDrop(
  composer: RefObject<HTMLElement | null>,
  addFiles: ((files: Iterable<File>) => void) | undefined,
): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const zone = composer.current?.closest<HTMLElement>(".sv-conversation") ?? composer.current;
    if (!zone || !addFiles) return;
    let entered: EventTarget | null = null;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      entered = event.target;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
      setIsOver(true);
    };
    // The entered element is reported first, and the related target only by some browsers (not by Safari).
    const leave = ({ target }: DragEvent) => {
      if (target === entered) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      setIsOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      addFiles(event.dataTransfer?.files ?? []);
    };
    const end = new AbortController();
    const { signal } = end;
    zone.addEventListener("dragenter", over, { signal });
    zone.addEventListener("dragover", over, { signal });
    zone.addEventListener("dragleave", leave, { signal });
    zone.addEventListener("drop", drop, { signal });
    return () => {
      end.abort();
      setIsOver(false);
    };
  }, [composer, addFiles]);
  return isOver;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") ?? false;
}

/** The files of a paste that has no text: a copied picture, not a picture of a copied text. */
export function pastedFiles({ types, files }: DataTransfer): readonly File[] {
  return types.includes("text/plain") ? [] : [...files];
}
