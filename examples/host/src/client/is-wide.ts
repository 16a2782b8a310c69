/** Whether the page has room for so many `rem`, as its style sheets decide it: large text leaves less room. */
export function isWide(rem: number): boolean {
  return innerWidth >= rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
