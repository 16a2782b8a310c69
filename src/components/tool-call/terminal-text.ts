/**
 * The end of a program's output as a terminal would show it: control sequences are removed, and an overwritten line,
 * such as a progress bar, keeps its last state.
 */
export function plainTerminalText(text: string): string {
  return text
    .replace(commands, "")
    .replace(/\r\n/g, "\n")
    .replace(/^.*\r(?=[^\n])/gm, "")
    .replace(others, "");
}

/* oxlint-disable no-control-regex -- these are the characters that begin, and are, a terminal's commands */
const commands = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[ -/]*[0-~])/g;
const others = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
