import type { CheckoutRow } from '../../engine/store/port.ts'
import type { Refusal } from '../../wire/results/refusal.ts'

/**
 * The refusal of a status that is not kept any more, for the merchant's server: of a checkout that
 * was paid it names the payment and where that is read, so that a shopper who closed the browser is
 * no lost order (decisions §6). Never for a shopper, who has the id of the checkout as well.
 */
export function namingOutcome(refusal: Refusal, checkout: CheckoutRow): Refusal {
  const outcome = outcomeOf(checkout)
  if (outcome === undefined) return refusal
  const { member, id, path, said } = outcome
  return {
    ...refusal,
    description: `${refusal.description}. ${said} at GET ${path}`,
    leadsTo: { [member]: id, resourcePath: path },
  }
}

interface Outcome {
  readonly member: 'paymentId' | 'registrationId'
  readonly id: string
  readonly path: string
  /** A sentence that goes on with where to read it. */
  readonly said: string
}

function outcomeOf({ state, paymentId, registrationId }: CheckoutRow): Outcome | undefined {
  const isDone = state === 'done'
  if (!isDone && state !== 'processing' && state !== 'pending') return undefined
  if (paymentId !== null) {
    const said = isDone
      ? `It was paid: read payment ${paymentId}`
      : `The outcome of its payment was not known yet: read payment ${paymentId}`
    return { member: 'paymentId', id: paymentId, path: `/v1/payments/${paymentId}`, said }
  }
  if (registrationId === null) return undefined
  const path = `/v1/registrations/${registrationId}`
  const said = `Its payment details are stored: read registration ${registrationId}`
  return { member: 'registrationId', id: registrationId, path, said }
}
