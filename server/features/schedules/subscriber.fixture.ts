import { addMerchant } from '../../testing/merchants.fixture.ts'
import { cardPayment, type Form, type TestGateway } from '../../testing/test-gateway.fixture.ts'

export interface Shown {
  readonly id: string
  readonly result: { readonly code: string }
  readonly plan: Readonly<Record<string, unknown>>
  readonly nextRuns: readonly string[]
}

/** A merchant with a clock of its own, at 20 November 2026 15:00 UTC, and a stored card. */
export async function merchantWithCard(gateway: TestGateway, card: Form = {}) {
  const merchant = await addMerchant(gateway)
  const headers = { authorization: `Bearer ${merchant.accessToken}` }
  const entityId = merchant.channelIds[0] ?? ''
  const send = async (path: string, form: Form) => {
    const { status, body } = await gateway.post(path, form, headers)
    return { status, body: body as unknown as Shown & Readonly<Record<string, never>> }
  }
  const { paymentType: _t, amount: _a, currency: _c, ...details } = cardPayment(entityId)
  // Its cardholder has paid with it elsewhere.
  const paidBefore = { transactionLinkId: 'MCC000000355' }
  const stored = await send('/v1/registrations', {
    ...details,
    ...paidBefore,
    'card.cvv': undefined,
    ...card,
  })
  const registrationId = stored.body.id
  const order = { entityId, registrationId, paymentType: 'SD', amount: '9.99', currency: 'EUR' }
  return {
    accessToken: merchant.accessToken,
    entityId,
    registrationId,
    send,
    get: async (path: string) => (await gateway.get(path, headers)).body as unknown as Shown,
    subscribe: (more: Form) => send('/scheduling/v1/schedules', { ...order, ...more }),
    advance: (form: Form) => send('/test/clock', form),
    remove: async (path: string) =>
      (await (await fetch(gateway.url + path, { method: 'DELETE', headers })).json()) as Shown,
    /** The payments of the channel with the registration, oldest first. */
    payments: async () => {
      const { transactions } = await gateway.store.read.findTransactions(
        { entityIds: [entityId], paymentTypes: ['DB', 'PA', 'CD'] },
        { offset: 0, limit: 1000, maxRows: 50_000, counts: false },
      )
      return transactions
        .toReversed()
        .flatMap((found) => (found.kind === 'payment' ? [found.row] : []))
    },
  }
}

/** When payments were made, to the minute. */
export const dates = (rows: readonly { readonly createdAtMs: number }[]) =>
  rows.map(({ createdAtMs }) => new Date(createdAtMs).toISOString().slice(0, 16))

export const monthly = { 'job.expression': '0 0 8 1 * ?' }

/** The simulator declines each run so. */
export const declined = (outcome: string) => ({
  'customParameters[SIMULATOR_outcome]': `decline:${outcome}`,
})
