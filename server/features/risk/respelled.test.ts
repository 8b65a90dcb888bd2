import { describe, expect, it } from 'vitest'
import type { RiskSettings } from '../../entities/risk-settings.ts'
import { cardPayment, type Form, useTestGateway } from '../../testing/gateway.fixture.ts'
import { addMerchant, channelOf, sendBare } from '../../testing/merchants.fixture.ts'
import { atMostPayments, block } from './facts.fixture.ts'

const gateway = useTestGateway()

const NAMES = { 'customer.givenName': 'Jane', 'customer.surname': 'Jones' }

/** The answer of a payment to a channel with these rules. */
async function channelWith(risk: RiskSettings, profile: 'strict' | 'legacy' = 'strict') {
  const merchant = await addMerchant(gateway(), { channels: [{ risk, profile }] })
  const entityId = channelOf(merchant)
  const token = merchant.accessToken
  const send = (path: string, more: Form) =>
    sendBare(gateway(), path, { token, form: cardPayment(entityId, { ...NAMES, ...more }) })
  return {
    entityId,
    token,
    send,
    codeOf: async (more: Form) => (await send('POST /v1/payments', more)).body.result.code,
  }
}

const OTHER = '100.100.100.100'

describe('a block list of IP addresses', () => {
  const list = ['192.0.2.0/24', '2001:db8::/32', '::ffff:198.51.100.7']

  it.each([
    '192.0.2.9',
    `192.0.2.9, ${OTHER}`,
    `${OTHER}, 192.0.2.9`,
    `${OTHER},192.0.2.9,${OTHER}`,
    '192.0.2.9:5060',
    '::ffff:192.0.2.9',
    '[2001:db8::1]',
    '[2001:DB8::1]:5060',
    '2001:db8::1%eth0',
    '198.51.100.7',
  ])('hits customer.ip=%s', async (ip) => {
    const { codeOf } = await channelWith({ rules: [block('ip', list)] })
    expect(await codeOf({ 'customer.ip': ip })).toBe('800.300.301')
    expect(await codeOf({ 'customer.ip': OTHER })).toBe('000.100.110')
  })

  it('hits the address of the submit where the merchant sent none that can be read', async () => {
    const risk = { rules: [block('ip', ['127.0.0.0/8', '::1'])] }
    const { entityId, token } = await channelWith(risk, 'legacy')
    const { 'card.number': number, ...rest } = cardPayment(entityId)
    const form = { ...withoutCard(rest), ...NAMES, 'customer.ip': 'unknown' }
    const { body } = await sendBare(gateway(), 'POST /v1/checkouts', { token, form })
    const paid = await sendBare(gateway(), `POST /v1/checkouts/${body.id}/payment`, {
      form: { ...cardOf(rest), 'card.number': number, shopperResultUrl: 'https://shop.example/' },
    })
    expect(paid.body.result.code).toBe('800.300.301')
  })
})

const isOfCard = ([name]: readonly [string, unknown]) => name.startsWith('card.')
const cardOf = (form: Form): Form => Object.fromEntries(Object.entries(form).filter(isOfCard))
const withoutCard = (form: Form): Form =>
  Object.fromEntries(Object.entries(form).filter((entry) => !isOfCard(entry)))

describe('a customer.ip that is no address', () => {
  const risk: RiskSettings = { rules: [block('ip', ['192.0.2.0/24'])], refuseFromScore: 50 }

  it.each(['unknown', '192.0.2', `${OTHER}, unknown`])('%s is refused in strict', async (ip) => {
    const { send } = await channelWith(risk)
    const { status, body } = await send('POST /v1/payments', { 'customer.ip': ip })
    expect(status).toBe(400)
    expect(body.result.parameterErrors).toEqual([
      {
        name: 'customer.ip',
        value: ip,
        message: expect.stringMatching(/^must be the IP address of the shopper.*legacy profile/),
      },
    ])
  })

  it('adds to the score in legacy, where a rule looks at addresses', async () => {
    const looking = await channelWith(risk, 'legacy')
    expect(await looking.codeOf({ 'customer.ip': 'unknown' })).toBe('100.400.319')
    expect(await looking.codeOf({ 'customer.ip': OTHER })).toBe('000.100.110')
    const { codeOf } = await channelWith({ ...risk, rules: [block('bin', ['555555'])] }, 'legacy')
    expect(await codeOf({ 'customer.ip': 'unknown' })).toBe('000.100.110')
  })

  it('hides no address that stands beside it', async () => {
    const { codeOf } = await channelWith({ rules: risk.rules }, 'legacy')
    expect(await codeOf({ 'customer.ip': 'unknown, 192.0.2.9' })).toBe('800.300.301')
  })
})

describe('a limit by IP address', () => {
  it('counts each address of a list, however it is written', async () => {
    const { codeOf } = await channelWith({ rules: [atMostPayments('ip', 1)] })
    expect(await codeOf({ 'customer.ip': '192.0.2.9:5060' })).toBe('000.100.110')
    expect(await codeOf({ 'customer.ip': `${OTHER}, 192.0.2.9` })).toBe('800.120.102')
    expect(await codeOf({ 'customer.ip': OTHER })).toBe('800.120.102')
    expect(await codeOf({ 'customer.ip': '198.51.100.1' })).toBe('000.100.110')
  })
})

describe('a block list of e-mail addresses', () => {
  const list = ['jane+shop@bad.example', '@bücher.example', '@xn--mnchen-3ya.example']

  it.each([
    'Jane+Shop@bad.example',
    'jane+shop@bad.example.',
    'jane shop@bad.example',
    'ja\u200bne+shop@bad.example',
    'jane+shop@bad\u00ad.example',
    'Jane <jane+shop@bad.example>',
    'a@bücher.example',
    'a@bu\u0308cher.example.',
    'a@xn--bcher-kva.example',
    'a@münchen.example',
  ])('hits %j', async (email) => {
    const { codeOf } = await channelWith({ rules: [block('email', list)] })
    expect(await codeOf({ 'customer.email': email })).toBe('800.300.200')
    expect(await codeOf({ 'customer.email': 'jane@bad.example' })).toBe('000.100.110')
  })

  it('hits an address whose + the form did not encode', async () => {
    const { entityId, token } = await channelWith({ rules: [block('email', list)] })
    const sent = Object.entries(cardPayment(entityId, NAMES))
    const form = new URLSearchParams(JSON.parse(JSON.stringify(Object.fromEntries(sent))))
    const { body } = await sendBare(gateway(), 'POST /v1/payments', {
      token,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `${form}&customer.email=jane+shop@bad.example`,
    })
    expect(body.result.code).toBe('800.300.200')
  })

  it('is counted by a limit in whatever spelling', async () => {
    const { codeOf } = await channelWith({ rules: [atMostPayments('email', 1)] })
    expect(await codeOf({ 'customer.email': 'jane@bad.example' })).toBe('000.100.110')
    expect(await codeOf({ 'customer.email': 'JANE@bad.example.' })).toBe('800.120.103')
  })
})
