import { html, type Markup } from '../../../server/http/pages/markup.ts'
import { majorText } from './facts/currencies.ts'
import type { ShopperDecision } from './payments/types.ts'
import { type ApiError, invalid } from './wire/errors.ts'
import type { World } from './world.ts'

/** What the buttons of the page say. */
const DECISIONS: Readonly<Record<ShopperDecision, string>> = {
  authorise: 'Authorise',
  refuse: 'Refuse',
  cancel: 'Cancel',
  pending: 'Leave it pending',
}

export const isDecision = (text: string | undefined): text is ShopperDecision =>
  text !== undefined && Object.hasOwn(DECISIONS, text)

/** The page of an issuer or a bank, on which the shopper decides. */
export function shopperPage(world: World, pspReference: string): Markup {
  const payment = world.payments.get(pspReference)
  if (payment === undefined) throw invalid('000', 'There is no such payment.', 404)
  const { state, waiting, amount, currency, method } = payment
  const isOpen = state === 'waits' && waiting !== undefined && waiting.decision === undefined
  const buttons = Object.entries(DECISIONS)
    // An issuer decides at once.
    .filter(([decision]) => waiting?.kind === 'bank' || decision !== 'pending')
    .map(([decision, text]) => html`<button name="decision" value="${decision}">${text}</button> `)
  return page(
    html`<p>Payment of ${majorText(amount, currency)} (${method})</p>${
      isOpen ? html`<form method="post">${buttons}</form>` : html`<p>This is decided.</p>`
    }`,
  )
}

/** A page that has nothing to decide. */
export const shopperFault = ({ message }: ApiError): Markup => page(html`<p>${message}</p>`)

const page = (content: Markup) => html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Emulated bank</title></head><body><main><h1>Emulated bank</h1>
${content}</main></body></html>`
