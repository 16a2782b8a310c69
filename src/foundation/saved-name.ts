/**
 * Makes file names safe for other programs. A name is untrusted and ends in a header, a save dialog and a file
 * system: none of them may read a path, a command or another name in it.
 */

const separators = /[/\\]/;

/** Control characters and line ends; what reorders or hides the text around it; half a surrogate pair. */
const unfit =
  // oxlint-disable-next-line no-control-regex -- control characters are the subject
  /[\u0000-\u001f\u007f-\u009f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Surrogate}|[\u{e0000}-\u{e0fff}]/gu;

/** A separator or an invisible character that a program would decode once more. */
const encoded = /%(?=[0-9a-f]{2})/gi;

/**
 * The name under which a file is saved: the last part of a path, without what could be a path again or look like another
 * name. Letters of every script, spaces and emoji stay. At most 255 UTF-16 units; `file` when nothing is left.
 */
export function savedName(filename: string): string {
  const last = filename.split(separators).at(-1) ?? "";
  const plain = last
    .replace(unfit, "_")
    .replace(encoded, "_")
    .replace(/^[ .]+/, "");
  // Cut before its end is trimmed: on a long run of spaces, that takes seconds.
  const cut = plain
    .slice(0, 255)
    .replace(/\p{Surrogate}$/u, "")
    .replace(/[ .]+$/, "");
  return cut === "" ? "file" : cut;
}
