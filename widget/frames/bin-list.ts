import type { BinAnswer } from '../../common/widget-wire.ts'

/**
 * Asks the gateway what issuers say of the typed number, once for each beginning of six digits: the page
 * hears the answer, and knows no more digits. It is kept by the digits that were asked for: a late one
 * says nothing of others.
 *
 * @param checkoutId empty: there is none to ask with
 * @param found an answer has come
 */
export function createBinList(checkoutId: string, found: () => void) {
  const known: Record<string, BinAnswer> = {}

  async function ask(bin: string): Promise<void> {
    known[bin] = {}
    // In a body: addresses are written to logs. Without an answer the ranges of the table decide.
    const answer = await fetch(`/v1/checkouts/${checkoutId}/bin`, {
      method: 'POST',
      body: new URLSearchParams({ bin }),
      credentials: 'omit',
    })
    known[bin] = await answer.json()
    found()
  }

  return (digits: string): BinAnswer => {
    const bin = digits.slice(0, 6)
    if (bin.length > 5 && checkoutId && !known[bin]) ask(bin).catch(() => {})
    return known[bin] ?? {}
  }
}
