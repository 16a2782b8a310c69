/** Path of WebKitGTK's WebDriver. */
export function ensureWebKit(): string;
/** Path of a display server without a screen. */
export function ensureDisplay(): string;
