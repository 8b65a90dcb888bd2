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
import type { AdminCustomer, AdminNote } from './answer.ts'

const gateway = useTestGateway()
let merchant: TestMerchant
let administrator: string

beforeAll(async () => {
  merchant = await addMerchant(gateway(), { channels: [{}, {}] })
  administrator = await newAdministrator(merchant.id)
})

async function newAdministrator(entityId: string): Promise<string> {
  const token = newAccessToken()
  await gateway().store.commit([tokenOf(entityId, token, true)])
  return token
}

const NAME = { 'customer.givenName': 'Jane', 'customer.surname': 'Jones' }

async function pay(more: Form, channelId = channelOf(merchant)): Promise<string> {
  const form = cardPayment(channelId, { ...NAME, ...more })
  const token = merchant.accessToken
  return (await sendBare(gateway(), 'POST /v1/payments', { token, form })).body.id
}

async function customerBy(by: string, value: string, more = '', token = administrator) {
  const query = `by=${by}&value=${encodeURIComponent(value)}${more}`
  const { status, body } = await sendBare(gateway(), `GET /admin/v1/customer?${query}`, { token })
  expect(status).toBe(200)
  return body as unknown as AdminCustomer
}

const idsOf = ({ payments }: AdminCustomer) => payments.map(({ id }) => id)

describe('a customer', () => {
  it('is found by e-mail in any case, at all channels of the merchant, newest first', async () => {
    const first = await pay({ 'customer.email': 'Jane@Shop.example' })
    const second = await pay({ 'customer.email': 'jane@shop.example' }, merchant.channelIds[1])
    await pay({ 'customer.email': 'jane@other.example' })
    const found = await customerBy('email', ' JANE@shop.example ')
    expect(idsOf(found)).toEqual([second, first])
    expect(found).toMatchObject({
      emails: ['jane@shop.example', 'Jane@Shop.example'],
      merchants: [{ id: merchant.id }],
    })
  })

  it('is found by the id of the merchant, in parts of any size', async () => {
    const ids = []
    for (let each = 0; each < 3; each++) {
      ids.unshift(await pay({ 'customer.merchantCustomerId': 'K-17' }))
    }
    const first = await customerBy('merchantCustomerId', 'K-17', '&limit=2')
    const rest = await customerBy('merchantCustomerId', 'K-17', `&limit=2&cursor=${first.cursor}`)
    expect([...idsOf(first), ...idsOf(rest)]).toEqual(ids)
    expect(rest.cursor).toBeUndefined()
    expect(first.merchantCustomerIds).toEqual(['K-17'])
  })

  it('is found by a stored card, with all that its number is stored as and has paid', async () => {
    const email = { 'customer.email': 'card@shop.example' }
    const number = { 'card.number': '5454545454545454', paymentBrand: 'MASTER' }
    const paid = await pay({ ...email, ...number, createRegistration: 'true' })
    const again = await pay({ ...number, createRegistration: 'true' }, merchant.channelIds[1])
    const [stored] = (await customerBy('email', 'card@shop.example')).storedDetails
    const found = await customerBy('card', stored?.id ?? '')
    expect(found.storedDetails).toHaveLength(2)
    expect(idsOf(found)).toEqual([again, paid])
  })

  it('of another merchant is not found', async () => {
    await pay({ 'customer.email': 'mine@shop.example' })
    const other = await addMerchant(gateway())
    const token = await newAdministrator(other.id)
    const found = await customerBy('email', 'mine@shop.example', '', token)
    expect(idsOf(found)).toEqual([])
  })
})

const write = (form: Form, token = administrator) =>
  sendBare(gateway(), 'POST /admin/v1/notes', { token, form })

async function notesOf(about: string, value: string, token = administrator) {
  const path = `GET /admin/v1/notes?about=${about}&value=${encodeURIComponent(value)}`
  const { status, body } = await sendBare(gateway(), path, { token })
  return { status, notes: body.notes as unknown as readonly AdminNote[] }
}

describe('a note', () => {
  it('about a payment says who has written it and when, newest first', async () => {
    const id = await pay({})
    const about = { about: 'payment', value: id }
    await write({ ...about, text: 'Called, asks for the parcel' })
    gateway().clock.advance(1_000)
    const { status, body } = await write({ ...about, text: 'It comes on Friday' })
    expect([status, body.note]).toMatchObject([200, { text: 'It comes on Friday' }])
    const { notes } = await notesOf('payment', id)
    expect(notes.map(({ text }) => text)).toEqual([
      'It comes on Friday',
      'Called, asks for the parcel',
    ])
    expect(notes[0]?.writtenBy).toMatch(/token/)
  })

  it('about a customer is read at all channels of the merchant, and at no other one', async () => {
    const about = { about: 'email', value: 'Note@Shop.example' }
    await write({ ...about, text: 'Pays late', entityId: channelOf(merchant) })
    const atChannel = await newAdministrator(merchant.channelIds[1] ?? '')
    const [own, other] = [
      await notesOf('email', 'note@shop.example', atChannel),
      await notesOf(
        'email',
        'note@shop.example',
        await newAdministrator((await addMerchant(gateway())).id),
      ),
    ]
    expect(own.notes).toMatchObject([{ text: 'Pays late' }])
    expect(other.notes).toEqual([])
  })

  it('about a customer is read by who works with several merchants, or with one without channels', async () => {
    const path = await gateway().store.read.entityPath(gateway().demo.entityId)
    const parentId = path.at(-1)?.id ?? ''
    const first = await addMerchant(gateway(), { parentId })
    const empty = await addMerchant(gateway(), { parentId, channels: [] })
    const above = await newAdministrator(parentId)
    const about = { about: 'email', value: 'both@shop.example' }
    await write({ ...about, text: 'Of the first', entityId: first.id }, above)
    const token = await newAdministrator(empty.id)
    await write({ ...about, text: 'Of the empty one' }, token)
    const { notes } = await notesOf('email', about.value, above)
    expect(notes.map(({ text }) => text)).toEqual(['Of the first'])
    const own = await notesOf('email', about.value, token)
    expect(own.notes.map(({ text }) => text)).toEqual(['Of the empty one'])
  })

  it('with a card number is refused', async () => {
    const { status, body } = await write({
      about: 'email',
      value: 'jane@shop.example',
      text: 'Has read me 4200 0000 0000 0000 aloud',
    })
    expect([status, body.result.parameterErrors]).toMatchObject([400, [{ name: 'text' }]])
    expect(JSON.stringify(body)).not.toContain('4200 0000 0000 0000')
  })

  it('about the payment of another merchant is refused as unknown', async () => {
    const id = await pay({})
    const token = await newAdministrator((await addMerchant(gateway())).id)
    const about = { about: 'payment', value: id }
    expect((await write({ ...about, text: 'Mine' }, token)).status).toBe(404)
    expect((await notesOf('payment', id, token)).status).toBe(404)
  })

  it('is in the audit log', async () => {
    await write({ about: 'email', value: 'audit@shop.example', text: 'Wrote to us' })
    const { body } = await sendBare(gateway(), 'GET /admin/v1/audit?limit=1', {
      token: administrator,
    })
    expect(JSON.stringify(body)).toContain('/admin/v1/notes')
  })
})
