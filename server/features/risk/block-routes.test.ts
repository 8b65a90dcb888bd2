import { beforeAll, describe, expect, it } from 'vitest'
import { newAccessToken, newObjectId } from '../../kernel/ids.ts'
import { cardPayment, type Form, useTestGateway } from '../../testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  sendBare,
  type TestMerchant,
  tokenOf,
} from '../../testing/merchants.fixture.ts'
import type { AdminBlock } from './block-routes.ts'

const gateway = useTestGateway()
let merchant: TestMerchant
let administrator: string

beforeAll(async () => {
  merchant = await addMerchant(gateway(), { channels: [{}, {}] })
  administrator = await newAdministrator(merchant.id)
})

async function newAdministrator(entityId: string) {
  const token = newAccessToken()
  await gateway().store.commit([tokenOf(entityId, token, true)])
  return token
}

/** The code of a payment a moment later, when all processes know what was changed. */
async function pay(more: Form = {}, channelId = channelOf(merchant)) {
  gateway().clock.advance(2000)
  const form = cardPayment(channelId, more)
  const token = merchant.accessToken
  const { body } = await sendBare(gateway(), 'POST /v1/payments', { token, form })
  return { id: body.id, code: body.result.code }
}

const block = (id: string, blockBy: string, token = administrator) =>
  sendBare(gateway(), `POST /admin/v1/payments/${id}/block`, {
    token,
    form: { blockBy, reason: 'Charged back twice' },
  })

const listed = async (entityId = merchant.id) => {
  const { body } = await sendBare(gateway(), `GET /admin/v1/blocks?entityId=${entityId}`, {
    token: administrator,
  })
  return body.blocks as unknown as readonly { readonly id: string; readonly shown: string }[]
}

const customer = (email: string): Form => ({
  'customer.email': email,
  'customer.givenName': 'Jane',
  'customer.surname': 'Jones',
})

describe('a block', () => {
  it('of a card refuses it at all channels of the merchant, until it is taken back', async () => {
    const { id } = await pay()
    const { status, body } = await block(id, 'card')
    expect([status, body.block]).toMatchObject([
      200,
      {
        by: 'card',
        shown: '420000…0000',
        reason: 'Charged back twice',
        entity: { id: merchant.id },
      },
    ])
    expect((await pay()).code).toBe('800.200.160')
    expect((await pay({}, merchant.channelIds[1])).code).toBe('800.200.160')
    const other = { 'card.number': '5454545454545454', paymentBrand: 'MASTER' }
    expect((await pay(other)).code).toBe('000.100.110')
    expect((await block(id, 'card')).status).toBe(409)
    const [found] = await listed()
    const path = `DELETE /admin/v1/blocks/${found?.id}?entityId=${merchant.id}`
    expect((await sendBare(gateway(), path, { token: administrator })).status).toBe(200)
    expect((await pay()).code).toBe('000.100.110')
    expect((await sendBare(gateway(), path, { token: administrator })).status).toBe(404)
  })

  it('of a customer refuses the e-mail address with any card', async () => {
    const { id } = await pay(customer('Thief@Home.example'))
    expect((await block(id, 'customer')).status).toBe(200)
    expect((await pay(customer('thief@home.example'))).code).toBe('800.300.200')
    expect((await pay(customer('th\u200bief@home.example.'))).code).toBe('800.300.200')
    expect((await pay()).code).toBe('000.100.110')
    const { id: without } = await pay()
    expect((await block(without, 'customer')).status).toBe(400)
  })

  it('of somebody who reaches a channel alone counts there, beside that of the merchant', async () => {
    const [one = '', other = ''] = merchant.channelIds
    const ofChannel = await newAdministrator(one)
    const amex = { 'card.number': '375000000000007', paymentBrand: 'AMEX', 'card.cvv': '1234' }
    const { id } = await pay(amex, one)
    expect((await block(id, 'card', ofChannel)).body.block).toMatchObject({ entity: { id: one } })
    expect((await pay(amex, one)).code).toBe('800.200.160')
    expect((await pay(amex, other)).code).toBe('000.100.110')
    expect((await pay(customer('thief@home.example'), one)).code).toBe('800.300.200')
    expect((await listed(one)).map(({ shown }) => shown)).toEqual([
      '375000…0007',
      'thief@home.example',
    ])
    const seen = await sendBare(gateway(), `GET /admin/v1/blocks?entityId=${one}`, {
      token: ofChannel,
    })
    // Those of the merchant are in force for the channel: they are read there, and taken back above.
    expect(seen.body.blocks).toMatchObject([
      { shown: '375000…0007', canRemove: true },
      { shown: 'thief@home.example', entity: { id: merchant.id }, canRemove: false },
    ])
    const [, ofMerchant] = seen.body.blocks as unknown as readonly AdminBlock[]
    const path = `DELETE /admin/v1/blocks/${ofMerchant?.id}?entityId=${merchant.id}`
    expect((await sendBare(gateway(), path, { token: ofChannel })).status).toBe(403)
  })

  it('is listed for each payment with the card or the e-mail address', async () => {
    const blocksOf = async (id: string, token = administrator) => {
      const path = `GET /admin/v1/payments/${id}/blocks`
      const { status, body } = await sendBare(gateway(), path, { token })
      const blocks = (body.blocks ?? []) as unknown as readonly AdminBlock[]
      return [status, blocks.map(({ by, shown }) => `${by} ${shown}`)]
    }
    const master = { 'card.number': '5454545454545454', paymentBrand: 'MASTER' }
    const [one, other] = [
      await pay({ ...master, ...customer('ann@home.example') }),
      await pay(master),
    ]
    expect(await blocksOf(one.id)).toEqual([200, []])
    await block(other.id, 'card')
    await block(one.id, 'customer')
    expect(await blocksOf(one.id)).toEqual([200, ['email ann@home.example', 'card 545454…5454']])
    expect(await blocksOf(other.id)).toEqual([200, ['card 545454…5454']])
    const foreign = await addMerchant(gateway())
    expect(await blocksOf(one.id, await newAdministrator(foreign.id))).toEqual([404, []])
  })

  it('turns no checks on: payments that it does not refuse have no score', async () => {
    const { id } = await pay(customer('other@home.example'))
    const token = merchant.accessToken
    const path = `GET /v1/payments/${id}?entityId=${channelOf(merchant)}`
    const { body } = await sendBare(gateway(), path, { token })
    expect([body.result.code, body.risk]).toEqual(['000.100.110', undefined])
  })

  it('stands in the time line of the payment that it has refused', async () => {
    const { id, code } = await pay(customer('thief@home.example'))
    expect(code).toBe('800.300.200')
    const path = `GET /admin/v1/payments/${id}`
    const { body } = await sendBare(gateway(), path, { token: administrator })
    const timeline = body.timeline as unknown as readonly { readonly what: string }[]
    expect(timeline.find(({ what }) => what === 'blocked')).toMatchObject({
      kind: 'risk',
      by: 'an access token',
      facts: [
        ['blocked', 'thief@home.example'],
        ['blockedAt', expect.any(String)],
        ['blockedFor', expect.any(String)],
        ['reason', 'Charged back twice'],
      ],
    })
  })

  it('of a customer refuses what is paid with stored details of the same address', async () => {
    const stored = await pay({ ...customer('stored@home.example'), createRegistration: 'true' })
    const read = await gateway().store.read.payment(stored.id)
    const registrationId = JSON.parse(read?.details.split('\n')[0] ?? '').registration.id
    const token = merchant.accessToken
    const payStored = async () => {
      gateway().clock.advance(2000)
      const form = {
        entityId: channelOf(merchant),
        amount: '92.00',
        currency: 'EUR',
        paymentType: 'DB',
        'standingInstruction.mode': 'REPEATED',
        'standingInstruction.type': 'UNSCHEDULED',
        'standingInstruction.source': 'MIT',
      }
      const path = `POST /v1/registrations/${registrationId}/payments`
      return (await sendBare(gateway(), path, { token, form })).body.result.code
    }
    expect(await payStored()).toBe('000.100.110')
    expect((await block(stored.id, 'customer')).status).toBe(200)
    expect(await payStored()).toBe('800.300.200')
  })

  it('is listed for the entities above and below, with where it comes from', async () => {
    const path = await gateway().store.read.entityPath(channelOf(merchant))
    const root = path.at(-1)?.id ?? ''
    const ofRoot = await newAdministrator(root)
    const listOf = async (entityId: string) => {
      const asked = `GET /admin/v1/blocks?entityId=${entityId}`
      const { body } = await sendBare(gateway(), asked, { token: ofRoot })
      return body.blocks as unknown as readonly AdminBlock[]
    }
    const [above, below] = [await listOf(root), await listOf(channelOf(merchant))]
    const ofThief = ({ shown }: AdminBlock) => shown === 'thief@home.example'
    expect(above.find(ofThief)).toMatchObject({ entity: { id: merchant.id }, isInherited: false })
    expect(below.find(ofThief)).toMatchObject({ entity: { id: merchant.id }, isInherited: true })
  })

  it('is listed page by page, newest first', async () => {
    const shop = await addMerchant(gateway(), { channels: [{}, {}] })
    const rows = Array.from({ length: 5 }, (_, at) => ({
      entityId: shop.channelIds[at % 2] ?? '',
      blocksBy: 'email' as const,
      blockedValue: `jane${at}@bad.example`,
      id: newObjectId(gateway().clock.now() + at),
      shown: `jane${at}@bad.example`,
      reason: 'Tests cards',
      blockedBy: 'Ann',
      paymentId: newObjectId(gateway().clock.now()),
      createdAtMs: gateway().clock.now(),
    }))
    await gateway().store.commit(rows.map((row) => ({ kind: 'insertBlock', row })))
    const token = await newAdministrator(shop.id)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const query = new URLSearchParams({ limit: '2', ...(cursor && { cursor }) })
      const { body } = await sendBare(gateway(), `GET /admin/v1/blocks?${query}`, { token })
      const page = body.blocks as unknown as readonly { readonly id: string }[]
      expect(page.length).toBeLessThanOrEqual(2)
      seen.push(...page.map(({ id }) => id))
      cursor = body.cursor as string | undefined
    } while (cursor !== undefined)
    expect(seen).toEqual(rows.map(({ id }) => id).toReversed())
  })

  it('is never a whole domain, whatever a shopper has written', async () => {
    const { id } = await pay(customer('@home.example'))
    expect((await block(id, 'customer')).status).toBe(400)
  })

  it('stays when settings are set, and cannot be set with them', async () => {
    const change = (settings: object) =>
      sendBare(gateway(), `POST /admin/v1/entities/${merchant.id}`, {
        token: administrator,
        form: { settings: JSON.stringify(settings) },
      })
    expect((await change({ profile: 'strict' })).status).toBe(200)
    expect((await listed()).length).toBeGreaterThan(0)
    expect((await change({ blocked: [] })).status).toBe(400)
  })

  it('of a foreign payment is not made, nor by a server of a shop', async () => {
    const foreign = await addMerchant(gateway())
    const { id } = await pay()
    expect((await block(id, 'card', await newAdministrator(foreign.id))).status).toBe(404)
    expect((await block(id, 'card', merchant.accessToken)).status).toBe(403)
  })
})
