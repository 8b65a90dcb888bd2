/** A text of somebody else as part of a line: it must not make lines of its own, or steer a terminal. */
export function inOneLine(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (found) => JSON.stringify(found).slice(1, -1))
}
