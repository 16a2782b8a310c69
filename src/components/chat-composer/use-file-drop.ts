import { useEffect, useState, type RefObject } from "react";
import { useLatest } from "../../hooks/use-latest.js";

/**
 * Accepts files dropped on the whole conversation, or on a composer outside one. Returns whether files that can be
 * attached are being dragged over it.
 *
 * @param onRefused called when files are dropped where none can be attached; the browser would open them in place of the page
 */
export function useFileDrop(
  composer: RefObject<HTMLElement | null>,
  addFiles: ((files: Iterable<File>) => void) | undefined,
  onRefused: () => void,
): boolean {
  const [isOver, setIsOver] = useState(false);
  // The functions change with the text: no letter may attach the listeners again.
  const latest = useLatest({ addFiles, onRefused });
  useEffect(() => {
    const zone = composer.current?.closest<HTMLElement>(".sv-conversation") ?? composer.current;
    if (!zone) return;
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
      const { addFiles, onRefused } = latest.current;
      if (addFiles) addFiles(event.dataTransfer?.files ?? []);
      else onRefused();
    };
    const end = new AbortController();
    const { signal } = end;
    zone.addEventListener("dragenter", over, { signal });
    zone.addEventListener("dragover", over, { signal });
    zone.addEventListener("dragleave", leave, { signal });
    zone.addEventListener("drop", drop, { signal });
    return () => end.abort();
  }, [composer, latest]);
  return isOver && addFiles !== undefined;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") ?? false;
}

/** The files of a paste that has no text: a copied picture, not a picture of a copied text. */
export function pastedFiles({ types, files }: DataTransfer): readonly File[] {
  return types.includes("text/plain") ? [] : [...files];
}
