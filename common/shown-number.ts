/** How a number is written of which only its last four digits are shown. Read from the left in every language. */
export function shownNumber(lastFour: string): string {
  return `•••• ${lastFour}`
}
