import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { localeCodes } from '../../common/locale-tags.ts'
import { newAccessToken } from '../../server/kernel/ids.ts'
import { eventually } from '../../server/testing/eventually.ts'
import { cardPayment, type Form, useTestGateway } from '../../server/testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  sendBare,
  type TestMerchant,
  tokenOf,
} from '../../server/testing/merchants.fixture.ts'
import { addUser, FAST, signedIn } from '../people/people.fixture.ts'
import type { Message } from './transport.ts'

const sent: Message[] = []
const gateway = useTestGateway({
  ...FAST,
  async postMail(message) {
    sent.push(message)
    return { kind: 'sent', reply: '250 ok' }
  },
})
let merchant: TestMerchant
let quiet: TestMerchant

beforeAll(async () => {
  merchant = await addMerchant(gateway(), {
    settings: () => ({
      timeZone: 'Europe/Berlin',
      receipts: {
        sendReceipts: true,
        sendRefunds: true,
        merchantName: 'Tea <house>',
        address: ['Harbour Street 7', '20457 Hamburg'],
        taxNumber: 'DE123456789',
        logo: 'https://shop.example/logo.png',
        replyTo: 'help@shop.example',
      },
    }),
  })
  quiet = await addMerchant(gateway())
})

beforeEach(() => {
  sent.length = 0
})

const JANE = {
  'customer.email': 'jane@home.example',
  'customer.givenName': 'Jane',
  'customer.surname': 'Jones',
}

async function pay(more: Form = {}, of = merchant): Promise<string> {
  const headers = { authorization: `Bearer ${of.accessToken}` }
  const form = cardPayment(channelOf(of), { ...JANE, ...more })
  const { body } = await gateway().post('/v1/payments', form, headers)
  expect(body.result.parameterErrors).toBeUndefined()
  return body.id
}

async function refer(id: string, paymentType: string, amount: string, of = merchant) {
  const headers = { authorization: `Bearer ${of.accessToken}` }
  const form = { entityId: channelOf(of), amount, currency: 'EUR', paymentType }
  const { status } = await gateway().post(`/v1/payments/${id}`, form, headers)
  expect(status).toBe(200)
}

const nextMail = () =>
  eventually(() => {
    gateway().clock.advance(50)
    const mail = sent.at(-1)
    if (mail === undefined) throw new Error('No mail has come yet')
    return mail
  })

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

const order = {
  merchantTransactionId: 'ORDER-1042',
  'customer.language': 'DE',
  'cart.items[0].name': 'Green tea <b>',
  'cart.items[0].quantity': '2',
  'cart.items[0].price': '46.00',
  'cart.items[0].totalAmount': '92.00',
  'cart.items[0].totalTaxAmount': '14.69',
  'cart.items[0].currency': 'EUR',
}

describe('a receipt', () => {
  it('multiplies the price of one, where the order says no total of an item', async () => {
    await pay({
      'cart.items[0].name': 'Green tea',
      'cart.items[0].quantity': '3',
      'cart.items[0].price': '30.00',
      'cart.items[0].currency': 'EUR',
    })
    expect(plain((await nextMail()).text)).toContain('3 × Green tea: €90.00')
  })

  it('is mailed in the language of the shopper, with the name and address of the merchant', async () => {
    await pay(order)
    const mail = await nextMail()
    expect(mail).toMatchObject({
      to: 'jane@home.example',
      fromName: 'Tea <house>',
      replyTo: 'help@shop.example',
      language: 'de',
      subject: 'Ihr Beleg von Tea <house>',
    })
    const text = plain(mail.text)
    for (const line of [
      'Sie haben 92,00 € an Tea <house> gezahlt.',
      'Bestellung: ORDER-1042',
      'Datum: 20. November 2026',
      'Bezahlt mit: Visa •••• 0000',
      '2 × Green tea <b>: 92,00 €',
      'Steuer: 14,69 €',
      'Summe: 92,00 €',
      'Harbour Street 7\n20457 Hamburg\nSteuernummer: DE123456789',
    ]) {
      expect(text).toContain(line)
    }
    expect(mail.html).toContain('Green tea &lt;b&gt;')
    expect(mail.html).toContain('src="https://shop.example/logo.png"')
    expect(`${mail.text}${mail.html}`).not.toContain('420000')
  })

  it('is mailed of a capture, and of no hold and no failure', async () => {
    const hold = await pay({ paymentType: 'PA' })
    await pay({ amount: '92.01', 'card.holder': '800.100.152' })
    await refer(hold, 'CP', '40.00')
    expect(plain((await nextMail()).subject)).toBe('Your receipt from Tea <house>')
    expect(plain(sent[0]?.text ?? '')).toContain('€40.00')
    expect(sent).toHaveLength(1)
  })

  it('of a refund says what came back and what it was paid for', async () => {
    const id = await pay(order)
    await nextMail()
    sent.length = 0
    await refer(id, 'RF', '12.00')
    const mail = await nextMail()
    expect(plain(mail.subject)).toBe('Tea <house> hat 12,00 € erstattet')
    const text = plain(mail.text)
    expect(text).toContain('Summe: 92,00 €')
    expect(text).toContain('Erstattet am 20. November 2026: -12,00 €')
  })

  it('is mailed neither where no merchant wants it nor where no address is known', async () => {
    await pay({}, quiet)
    await pay({ 'customer.email': undefined })
    await pay({ 'customer.email': 'eve@home.example' })
    expect((await nextMail()).to).toBe('eve@home.example')
    expect(sent).toHaveLength(1)
  })
})

describe('a receipt that a person mails', () => {
  it('goes to the shopper, or to the address that is named, and is listed with the payment', async () => {
    const id = await pay({}, quiet)
    const support = await signedIn(gateway(), await addUser(gateway(), { [quiet.id]: 'support' }))
    const path = `POST /admin/v1/payments/${id}/receipt`
    const asked = await support.send(path, {})
    expect(asked.status).toBe(202)
    expect((await nextMail()).to).toBe('jane@home.example')
    sent.length = 0
    await support.send(path, { email: 'joe@home.example' })
    expect((await nextMail()).to).toBe('joe@home.example')
    const { body } = await support.send(`GET /admin/v1/payments/${id}/mails`)
    expect(body.mails).toMatchObject([
      { kind: 'receipt', recipient: 'joe@home.example' },
      { kind: 'receipt', recipient: 'jane@home.example' },
    ])
    const wrong = await support.send(path, { email: 'a@b.example, c@d.example' })
    expect(wrong.body.result.parameterErrors?.[0]?.name).toBe('email')
  })

  it('goes to another address only by who may refund, and the audit log has it masked', async () => {
    const id = await pay({}, quiet)
    const limited = async (scopes: string) => {
      const token = newAccessToken()
      await gateway().store.commit([tokenOf(quiet.id, token, true, { scopes })])
      return token
    }
    const mail = async (token: string, form: Form) =>
      (await sendBare(gateway(), `POST /admin/v1/payments/${id}/receipt`, { token, form })).status
    const pays = await limited('read pay')
    expect(await mail(pays, { email: 'joe@home.example' })).toBe(403)
    expect(await mail(pays, { email: 'JANE@home.example' })).toBe(202)
    expect(await mail(await limited('read pay refund'), { email: 'joe@home.example' })).toBe(202)
    // Where one has gone already, another may follow.
    expect(await mail(pays, { email: 'joe@home.example' })).toBe(202)
    const owner = await signedIn(gateway(), await addUser(gateway(), { [quiet.id]: 'owner' }))
    const audited = JSON.stringify((await owner.send('GET /admin/v1/audit')).body)
    expect(audited).toContain('j…@home.example')
    expect(audited).not.toContain('joe@home.example')
  })

  it('is of nothing that has not succeeded', async () => {
    const hold = await pay({ paymentType: 'PA' }, quiet)
    const owner = await signedIn(gateway(), await addUser(gateway(), { [quiet.id]: 'owner' }))
    for (const method of ['POST', 'GET']) {
      const { status } = await owner.send(`${method} /admin/v1/payments/${hold}/receipt`)
      expect(status).toBe(404)
    }
  })

  it('reads as data, with what was given back by date', async () => {
    const id = await pay({ ...order, amount: '92.00' })
    await refer(id, 'RF', '12.00')
    const owner = await signedIn(gateway(), await addUser(gateway(), { [merchant.id]: 'owner' }))
    const { body } = await owner.send(`GET /admin/v1/payments/${id}/receipt`)
    expect(body).toMatchObject({
      merchantName: 'Tea <house>',
      address: ['Harbour Street 7', '20457 Hamburg'],
      timeZone: 'Europe/Berlin',
      reference: 'ORDER-1042',
      amount: '92.00',
      currency: 'EUR',
      last4: '0000',
      items: [{ name: 'Green tea <b>', quantity: '2', total: '92.00' }],
      tax: '14.69',
      refunds: [{ amount: '12.00' }],
      language: 'de',
    })
  })
})

describe('the texts of receipts', () => {
  const folder = join(import.meta.dirname, '../../locales/mail')
  const textsOf = (code: string): Record<string, string> =>
    JSON.parse(readFileSync(join(folder, `${code}.json`), 'utf8'))
  const namedIn = (text = '') => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).sort()

  it('are there for each language, and for no other', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
    expect(files.sort()).toEqual(localeCodes.map((code) => `${code}.json`).sort())
  })

  it.each(localeCodes)('in %s are those of English, and name the same', (code) => {
    const [texts, english] = [textsOf(code), textsOf('en')]
    expect(Object.keys(texts)).toEqual(Object.keys(english))
    for (const key of Object.keys(english)) {
      expect(namedIn(texts[key]), key).toEqual(namedIn(english[key]))
    }
  })
})
