import type { NextAction } from '../objects/types.ts'
import type { World } from '../world.ts'

/** Where the page is on which the shopper decides. */
export const SHOPPER_PATH = '/shopper/'

/** Where the shopper has to go. Without a `return_url` only Stripe's script can go on. */
export function nextAction(world: World, id: string, returnUrl: string | undefined): NextAction {
  const url = `${world.url()}${SHOPPER_PATH}${id}`
  if (returnUrl === undefined) {
    return {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { stripe_js: url, type: 'three_d_secure_redirect' },
    }
  }
  return { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } }
}
