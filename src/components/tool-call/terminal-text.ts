/**
 * What a terminal would show in the end of what a program printed: commands for colour and place are taken out, and of a
 * line that was written over, as a progress bar is, the last state stays.
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
