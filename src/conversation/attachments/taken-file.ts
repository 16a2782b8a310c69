/** Name and type of a file as a page receives it, in a form that the service accepts. */

/** Type of a file without one. */
export const unknownType = "application/octet-stream";

const mediaType = /^[\w.+-]+\/[\w.+-]+(?:\s*;.*)?$/;

/** The media type of a file. An operating system may give it none, or a word that is no media type. */
export function typeOf({ type }: Pick<File, "type">): string {
  return mediaType.test(type) && type.length <= 255 ? type : unknownType;
}

/** The file, with a name: a file from the clipboard may have none. Browsers call a pasted picture `image.png`. */
export function namedFile(file: File): File {
  if (file.name.trim() !== "") return file;
  return new File([file], nameOf(file.type), { type: file.type, lastModified: file.lastModified });
}

const extensions: Readonly<Record<string, string>> = { jpeg: "jpg", plain: "txt", markdown: "md", javascript: "js" };

function nameOf(type: string): string {
  const [, kind = "", subtype = ""] = /^(\w+)\/(?:x-)?([\w.-]+)/.exec(type) ?? [];
  const stem = ["image", "audio", "video"].includes(kind) ? kind : "file";
  const isExtension = /^[a-z\d]{1,10}$/.test(subtype);
  return isExtension ? `${stem}.${extensions[subtype] ?? subtype}` : stem;
}
