import { describe, expect, it } from 'vitest'
import { newAccessToken } from '../../server/kernel/ids.ts'
import type { AcquirerEventRow } from '../../server/store/port.ts'
import { acquirerEvent } from '../../server/store/testing/sample-rows.ts'
import { useTestGateway } from '../../server/testing/gateway.fixture.ts'
import { addMerchant, sendBare, tokenOf } from '../../server/testing/merchants.fixture.ts'

const gateway = useTestGateway()

interface Told {
  readonly status: number
  readonly body: {
    readonly account: { readonly id: string; readonly eventsUrl?: string }
    readonly events: readonly { readonly id: string }[]
    readonly cursor?: string
  }
}

/** A merchant with an account at Stripe, and requests of its administrator. */
async function merchantAtStripe() {
  const merchant = await addMerchant(gateway())
  const token = newAccessToken()
  await gateway().store.commit([tokenOf(merchant.id, token, true)])
  const ask = async (request: string, form?: Record<string, string>) =>
    (await sendBare(gateway(), request, {
      token,
      ...(form === undefined ? {} : { form }),
    })) as unknown as Told
  const { body } = await ask('POST /admin/v1/connector-accounts', {
    provider: 'stripe',
    accountName: 'Acme',
    merchantId: 'acct_1032D82eZvKYlo2C',
    settings: '{}',
  })
  const { account } = body
  const list = (query: Record<string, string> = {}) =>
    ask(`GET /admin/v1/acquirer-events?${new URLSearchParams(query)}`)
  return { account, list }
}

/** What an acquirer has told of an account, as it was worked off. */
async function told(connector: string, state: AcquirerEventRow['state'], receivedAtMs: number) {
  const facts = { amount: '92.00', reason: 'fraudulent' }
  const row = acquirerEvent({
    ...{ connector, kind: 'dispute', name: 'charge.dispute.created', receivedAtMs },
    event: JSON.stringify({ kind: 'dispute', about: [], facts }),
  })
  const { eventId } = row
  const end = { connector, eventId, state, paymentId: null, endedAtMs: receivedAtMs } as const
  await gateway().store.commit([
    { kind: 'insertAcquirerEvent', row },
    { kind: 'endAcquirerEvent', ...end },
  ])
  return eventId
}

describe('/admin/v1/acquirer-events', () => {
  it('lists what a person has to look at, newest first and page by page', async () => {
    const { account, list } = await merchantAtStripe()
    const kept = await told(account.id, 'kept', 1_000)
    await told(account.id, 'done', 2_000)
    const unmatched = await told(account.id, 'unmatched', 3_000)
    const { body } = await list()
    expect(body.events).toEqual([
      expect.objectContaining({ id: unmatched, state: 'unmatched' }),
      {
        id: kept,
        account: account.id,
        kind: 'dispute',
        name: 'charge.dispute.created',
        state: 'kept',
        receivedAt: '1970-01-01 00:00:01+0000',
        facts: [
          ['amount', '92.00'],
          ['reason', 'fraudulent'],
        ],
      },
    ])
    const first = await list({ limit: '1', account: account.id })
    const rest = await list({ limit: '1', cursor: first.body.cursor ?? '' })
    expect([first, rest].flatMap((page) => page.body.events.map(({ id }) => id))).toEqual([
      unmatched,
      kept,
    ])
    expect(rest.body).not.toHaveProperty('cursor')
  })

  it('shows nothing of the accounts of others', async () => {
    const [one, other] = [await merchantAtStripe(), await merchantAtStripe()]
    await told(one.account.id, 'kept', 1_000)
    expect((await other.list()).body.events).toEqual([])
    expect((await other.list({ account: one.account.id })).status).toBe(404)
    expect((await one.list({ cursor: 'bm8' })).status).toBe(400)
  })

  it('has the address to enter at the provider with the account', async () => {
    const { account } = await merchantAtStripe()
    expect(account.eventsUrl).toBe(`http://gateway.example/connectors/events/${account.id}`)
  })
})
