import { html, type Markup } from '../../../server/http/pages/markup.ts'
import { continueAttempt } from './intents/attempt.ts'
import { continueSetup } from './intents/setup-intents.ts'
import type { PaymentIntent, SetupIntent } from './objects/types.ts'
import { type ApiError, invalid, missingObject } from './wire/errors.ts'
import type { World } from './world.ts'

/** What a shopper may do on the page of the issuer or the bank. */
export type ShopperDecision = 'authorise' | 'refuse'

type Intent = PaymentIntent | SetupIntent

function intentOf(world: World, id: string): Intent {
  const intent = world.store.find('payment_intent', id) ?? world.store.find('setup_intent', id)
  if (intent === undefined) throw missingObject('intent', id, 'id', 404)
  return intent
}

/** Decides for the shopper and says where the browser goes; `undefined`: there is nowhere to go. */
export function decideForShopper(
  world: World,
  id: string,
  decision: ShopperDecision,
): string | undefined {
  const intent = intentOf(world, id)
  const action = intent.next_action
  if (intent.status !== 'requires_action' || action === null) {
    throw invalid('There is nothing to decide any more.')
  }
  const hasAgreed = decision === 'authorise'
  if (intent.object === 'payment_intent') continueAttempt(world, intent, hasAgreed)
  else continueSetup(world, intent, hasAgreed)
  if (action.type !== 'redirect_to_url') return undefined
  const url = new URL(action.redirect_to_url.return_url)
  const { object } = intent
  const isDone = !intent.status.startsWith('requires_p')
  url.searchParams.set(object, intent.id)
  url.searchParams.set(`${object}_client_secret`, intent.client_secret)
  url.searchParams.set('redirect_status', isDone ? 'succeeded' : 'failed')
  return url.href
}

/** The page on which the shopper decides. */
export function shopperPage(world: World, id: string): Markup {
  const intent = intentOf(world, id)
  const isOpen = intent.status === 'requires_action'
  const what =
    intent.object === 'payment_intent'
      ? `Payment of ${intent.amount} minor units of ${intent.currency.toUpperCase()}`
      : 'A payment method is to be kept'
  const form = html`<form method="post">
<button name="decision" value="authorise">Authorise</button>
<button name="decision" value="refuse">Refuse</button>
</form>`
  return page(html`<p>${what}</p>${isOpen ? form : html`<p>This is decided.</p>`}`)
}

/** A page that has nothing to decide. */
export const shopperFault = ({ body }: ApiError): Markup => page(html`<p>${body.message}</p>`)

const page = (content: Markup) => html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Emulated bank</title></head><body><main><h1>Emulated bank</h1>
${content}</main></body></html>`
