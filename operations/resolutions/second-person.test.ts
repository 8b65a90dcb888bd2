import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../common/durations.ts'
import { newAccessToken } from '../../server/kernel/ids.ts'
import { cardPayment, type Form, useTestGateway } from '../../server/testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  sendBare,
  type TestMerchant,
  tokenOf,
} from '../../server/testing/merchants.fixture.ts'
import type { AdminRequest } from '../administration/answer.ts'
import { addUser, type Browser, FAST, signedIn } from '../people/people.fixture.ts'

const gateway = useTestGateway(FAST)
const UNKNOWN: Form = { 'customParameters[SIMULATOR_outcome]': 'timeout' }
let merchant: TestMerchant
let jane: Browser
let jill: Browser

beforeEach(async () => {
  // Sign-ins of one client are few in a minute.
  gateway().clock.advance(MINUTE_MS)
  merchant = await addMerchant(gateway(), {
    settings: () => ({ secondPersonAbove: { EUR: '50.00' } }),
  })
  jane = await signedIn(gateway(), await addUser(gateway(), { [merchant.id]: 'finance' }))
  jill = await signedIn(gateway(), await addUser(gateway(), { [merchant.id]: 'finance' }))
})

const send = (path: string, form: Form, token = merchant.accessToken) =>
  sendBare(gateway(), `POST ${path}`, { token, form: { entityId: channelOf(merchant), ...form } })

/** A payment whose outcome nobody has found out for two days. */
async function unknown(amount: string, more: Form = {}): Promise<string> {
  const form = cardPayment(channelOf(merchant), { amount, ...UNKNOWN, ...more })
  const { body } = await send('/v1/payments', form)
  return String(body.id)
}

const twoDays = () => send('/test/clock', { advance: 'P2D' })

const FOUND = { outcome: 'succeeded', reason: 'The answer was lost', evidence: 'Report, line 12' }

const resolve = (id: string | undefined, by = jane, more: Form = {}) =>
  by.send(`POST /admin/v1/payments/${id}/resolution`, { ...FOUND, ...more })

const requestIn = ({ body }: Awaited<ReturnType<typeof resolve>>) =>
  (body as unknown as { readonly request: AdminRequest }).request

const decide = (id: string, by: Browser, more: Form = {}) =>
  by.send(`POST /admin/v1/requests/${id}/decision`, { decision: 'accept', ...more })

const stored = async (id: string) => (await gateway().store.read.payment(id))?.state

const historyOf = async (id: string) =>
  (await jane.send(`GET /admin/v1/payments/${id}/history`)).body.history as unknown as readonly {
    readonly by?: string
    readonly evidence?: string
  }[]

describe('an outcome above the limit of one person', () => {
  it('is written down when a second person agrees, and the history names both', async () => {
    const id = await unknown('50.01')
    await twoDays()
    const asked = await resolve(id)
    const request = requestIn(asked)
    expect([asked.status, request]).toMatchObject([
      202,
      { paymentId: id, outcome: 'succeeded', evidence: 'Report, line 12', state: 'waiting' },
    ])
    expect(await stored(id)).toBe('intent')
    expect((await decide(request.id, jane)).status).toBe(403)
    expect(await stored(id)).toBe('intent')
    const agreed = await decide(request.id, jill)
    expect([agreed.status, requestIn(agreed).state]).toEqual([200, 'made'])
    expect(await stored(id)).toBe('succeeded')
    const last = (await historyOf(id)).at(-1)
    expect(last?.evidence).toBe('Report, line 12')
    expect(last?.by?.split(', ')).toHaveLength(2)
    expect((await decide(request.id, jill)).status).toBe(409)
  })

  it('of a failure keeps its code', async () => {
    const id = await unknown('92.00')
    await twoDays()
    const asked = await resolve(id, jane, { outcome: 'failed', code: '800.100.152' })
    await decide(requestIn(asked).id, jill)
    expect(await gateway().store.read.payment(id)).toMatchObject({
      state: 'failed',
      resultCode: '800.100.152',
    })
  })

  it('is not written down where the second person refuses', async () => {
    const id = await unknown('92.00')
    await twoDays()
    const { id: requestId } = requestIn(await resolve(id))
    const refused = await decide(requestId, jill, { decision: 'reject', reason: 'Not in line 12' })
    expect(refused.status).toBe(200)
    expect(await stored(id)).toBe('intent')
  })

  it('is refused at once where it may not be written down at all', async () => {
    const id = await unknown('92.00')
    expect((await resolve(id)).status).toBe(400)
    expect(await gateway().store.read.operationRequestsOfFamily(id)).toEqual([])
  })

  it('waits for another person than the one who knows the token that asks', async () => {
    const id = await unknown('92.00')
    await twoDays()
    const owner = await signedIn(gateway(), await addUser(gateway(), { [merchant.id]: 'owner' }))
    const made = await owner.send(`POST /admin/v1/entities/${merchant.id}/tokens`, {
      label: 'Script',
      tokenRole: 'administrator',
    })
    const { accessToken } = made.body as unknown as { readonly accessToken: string }
    const asked = await send(
      `/admin/v1/payments/${id}/resolution`,
      { ...FOUND, entityId: undefined },
      accessToken,
    )
    expect(asked.status).toBe(202)
    expect((await decide(requestIn(asked).id, owner)).status).toBe(403)
    expect((await decide(requestIn(asked).id, jill)).status).toBe(200)
  })

  it('waits once under one Idempotency-Key', async () => {
    const id = await unknown('92.00')
    await twoDays()
    const administrator = newAccessToken()
    await gateway().store.commit([tokenOf(merchant.id, administrator, true)])
    const once = () =>
      sendBare(gateway(), `POST /admin/v1/payments/${id}/resolution`, {
        token: administrator,
        form: FOUND,
        headers: { 'idempotency-key': `found-${id}` },
      })
    const first = await once()
    expect((await once()).body).toEqual(first.body)
    expect(await gateway().store.read.operationRequestsOfFamily(id)).toHaveLength(1)
  })
})

describe('outcomes below the limit of one person', () => {
  it('add up with what people have moved of the family within a day', async () => {
    const id = await unknown('40.00')
    await twoDays()
    expect((await resolve(id)).status).toBe(200)
    const operations = `POST /admin/v1/payments/${id}/operations`
    const refund = { paymentType: 'RF', currency: 'EUR', reason: 'Sent back' }
    expect((await jane.send(operations, { ...refund, amount: '10.01' })).status).toBe(202)
    expect((await jane.send(operations, { ...refund, amount: '10.00' })).status).toBe(200)
  })

  it('of several captures at the same moment are no more than the limit', async () => {
    const { body } = await send(
      '/v1/payments',
      cardPayment(channelOf(merchant), { paymentType: 'PA' }),
    )
    const capture = { paymentType: 'CP', amount: '20.00', currency: 'EUR', ...UNKNOWN }
    const captures = []
    for (let count = 0; count < 4; count++) {
      captures.push((await send(`/v1/payments/${body.id}`, capture)).body.id)
    }
    await twoDays()
    const answers = await Promise.all(captures.map((id) => resolve(id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 202, 202])
  })
})
