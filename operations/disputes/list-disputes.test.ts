import { beforeAll, describe, expect, it } from 'vitest'
import { newAccessToken } from '../../server/kernel/ids.ts'
import { cardPayment, type Form, useTestGateway } from '../../server/testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  sendBare,
  type TestMerchant,
  tokenOf,
} from '../../server/testing/merchants.fixture.ts'

const gateway = useTestGateway()
let merchant: TestMerchant
/** Names of the disputes by their ids, in the order in which they were opened. */
const names = new Map<string, string>()

beforeAll(async () => {
  merchant = await addMerchant(gateway(), { channels: [{}, {}] })
  const disputed = async (name: string, channel: string, form: Form) => {
    const paid = await send('POST /v1/payments', cardPayment(channel))
    const reported = { entityId: channel, paymentId: String(paid.body.id), ...form }
    const { body } = await send('POST /test/disputes', reported)
    names.set(String(body.id), name)
  }
  const [first, second] = merchant.channelIds as [string, string]
  await disputed('in 30 days', first, { stage: 'firstChargeback', respondByDays: '30' })
  await disputed('lost', first, { stage: 'firstChargeback', disputeOutcome: 'lost' })
  await disputed('in 5 days', second, { stage: 'inquiry', respondByDays: '5' })
  await disputed('at the network', second, { stage: 'arbitration' })
  await disputed('in 9 days', first, { stage: 'alert', respondByDays: '9' })
})

function send(route: string, form: Form, token = merchant.accessToken) {
  return sendBare(gateway(), route, { token, form })
}

async function page(parameters: Form, path = '/v1/disputes', token = merchant.accessToken) {
  const query = new URLSearchParams(JSON.parse(JSON.stringify(parameters)))
  return sendBare(gateway(), `GET ${path}?${query}`, { token })
}

async function listed(parameters: Form = {}, path = '/v1/disputes', token = merchant.accessToken) {
  const { body } = await page(parameters, path, token)
  const disputes = body.disputes as unknown as readonly { readonly id: string }[]
  return disputes.map(({ id }) => names.get(id) ?? id)
}

const NEWEST_FIRST = ['in 9 days', 'at the network', 'in 5 days', 'lost', 'in 30 days']
const BY_DEADLINE = ['in 5 days', 'in 9 days', 'in 30 days', 'at the network', 'lost']

describe('the list of disputes', () => {
  it('is that of the entity of the access token, newest first', async () => {
    expect(await listed()).toEqual(NEWEST_FIRST)
  })

  it('is that of a channel, or of a merchant and all its channels', async () => {
    expect(await listed({ entityId: merchant.channelIds[1] })).toEqual([
      'at the network',
      'in 5 days',
    ])
    expect(await listed({ entityId: merchant.id })).toEqual(NEWEST_FIRST)
  })

  it('has the nearest deadline first, then what the bank decides, then what has ended', async () => {
    expect(await listed({ sortValue: 'respondBy' })).toEqual(BY_DEADLINE)
  })

  it('is filtered by the outcome', async () => {
    expect(await listed({ disputeOutcome: 'lost' })).toEqual(['lost'])
    expect(await listed({ disputeOutcome: 'lost', sortValue: 'respondBy' })).toEqual(['lost'])
    expect(await listed({ disputeOutcome: 'open', sortValue: 'respondBy' })).toEqual(
      BY_DEADLINE.slice(0, 4),
    )
  })

  it.each([
    ['openedAt', NEWEST_FIRST],
    ['respondBy', BY_DEADLINE],
  ])('is read in pages of any size in the order %s', async (sortValue, expected) => {
    for (const limit of ['1', '2', '3', '5']) {
      const seen: string[] = []
      for (let cursor: string | undefined = ''; cursor !== undefined; ) {
        const more: Form = cursor === '' ? {} : { cursor }
        const { body } = await page({ sortValue, limit, ...more })
        const disputes = body.disputes as unknown as readonly { readonly id: string }[]
        seen.push(...disputes.map(({ id }) => names.get(id) ?? id))
        cursor = body.cursor as string | undefined
      }
      expect(seen).toEqual(expected)
    }
  })

  it('refuses the cursor of another order, and what is no cursor', async () => {
    const { body } = await page({ limit: '1' })
    const cursor = String(body.cursor)
    for (const wrong of [{ sortValue: 'respondBy', cursor }, { cursor: 'newest' }]) {
      const refused = await page(wrong)
      expect(refused.status).toBe(400)
      expect(refused.body.result.parameterErrors?.map(({ name }) => name)).toEqual(['cursor'])
    }
  })

  it('is the same for people and their tokens under /admin/v1', async () => {
    const administrator = newAccessToken()
    await gateway().store.commit([tokenOf(merchant.id, administrator, true)])
    const sorted = { sortValue: 'respondBy' }
    expect(await listed(sorted, '/admin/v1/disputes', administrator)).toEqual(BY_DEADLINE)
  })

  it('says the time zone of its entity, as a read of one does that of its channel', async () => {
    const zoned = await addMerchant(gateway(), { channels: [{}] })
    const row = await gateway().store.read.entity(zoned.id)
    if (row === undefined) throw new Error('The merchant is gone')
    const set = { settings: '{"timeZone":"America/New_York"}' }
    const { id, version } = row
    await gateway().store.commit([{ kind: 'stepEntity', id, expectedVersion: version, set }])
    const paid = await send('POST /v1/payments', cardPayment(channelOf(zoned)), zoned.accessToken)
    const form = { paymentId: String(paid.body.id), stage: 'inquiry' }
    const reported = { entityId: channelOf(zoned), ...form }
    const dispute = await send('POST /test/disputes', reported, zoned.accessToken)
    const { body } = await page({}, '/v1/disputes', zoned.accessToken)
    expect(body.timeZone).toBe('America/New_York')
    const one = await page({}, `/v1/disputes/${String(dispute.body.id)}`, zoned.accessToken)
    expect(one.body.timeZone).toBe('America/New_York')
  })

  it('has those of a channel that is switched off', async () => {
    const off = await addMerchant(gateway(), { channels: [{}] })
    const paid = await send('POST /v1/payments', cardPayment(channelOf(off)), off.accessToken)
    const form = { paymentId: String(paid.body.id), stage: 'inquiry' }
    await send('POST /test/disputes', { entityId: channelOf(off), ...form }, off.accessToken)
    const channel = await gateway().store.read.entity(channelOf(off))
    if (channel === undefined) throw new Error('The channel is gone')
    const { id, version } = channel
    const set = { active: false }
    await gateway().store.commit([{ kind: 'stepEntity', id, expectedVersion: version, set }])
    expect(
      await listed({ entityId: channelOf(off) }, '/v1/disputes', off.accessToken),
    ).toHaveLength(1)
    expect(await listed({}, '/v1/disputes', off.accessToken)).toHaveLength(1)
  })

  it('is empty for who has no channels', async () => {
    const empty = await addMerchant(gateway(), { channels: [] })
    expect(await listed({}, '/v1/disputes', empty.accessToken)).toEqual([])
  })
})
