import type { WidgetBoot } from '../../common/widget-wire.ts'

/** Asked only when the page has loaded what it needs; forms that it adds by script are there by then. */
export const ADVICE_AFTER_MS = 3000

/** Servers refuse longer addresses. */
const MAX_CHARACTERS = 2000

/**
 * Writes to the console what the gateway of the test environment says of names on the page that it
 * does not know. Without an answer nothing is written.
 */
export async function advise(
  { base }: WidgetBoot,
  found: Readonly<Record<string, string>>,
): Promise<void> {
  const short = Object.entries(found).map(([name, text]) => [name, text.slice(0, MAX_CHARACTERS)])
  try {
    const query = new URLSearchParams(short)
    const answer = await fetch(`${base}/test/widget-advice?${query}`, { credentials: 'omit' })
    const { lines } = (await answer.json()) as { readonly lines: readonly string[] }
    for (const line of lines) console.warn(line)
  } catch {
    // The network failed, or the gateway does not have the route.
  }
}
