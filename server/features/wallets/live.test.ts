import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  answers,
  openReceiver,
  payment,
  RECEIVER_ENTITY,
} from '../../../acquirers/gateway/receiver.fixture.ts'
import { createSimulatedProvider } from '../../../sandbox/wallets/provider.ts'
import type { TokenFlaw, TokenOrder } from '../../../sandbox/wallets/token-order.ts'
import { startTestGateway, type TestGateway } from '../../testing/gateway.fixture.ts'
import { sendBare } from '../../testing/merchants.fixture.ts'
import { pointOf, spkiOf } from './p256.ts'
import { makeToken, NOW_MS, order, vaultOf } from './wallets.fixture.ts'

const NUMBER = order.card.number
const { applePay, googlePay } = await createSimulatedProvider(vaultOf('this one')).walletKeys()
const stranger = createSimulatedProvider(vaultOf('another one'))
const WALLETS = ['applePay', 'googlePay'] as const
type Wallet = (typeof WALLETS)[number]

let gateway: TestGateway
const logged: string[] = []

beforeAll(async () => {
  gateway = await startTestGateway({
    environment: 'live',
    walletKeys: { applePay, googlePay },
    askMerchantSession: async () => ({ kind: 'session', session: {} }),
    receiver: { url: receiver.url, token: 'a-token-of-the-receiver', entityId: RECEIVER_ENTITY },
    onLogLine: (line) => logged.push(line),
  })
})
afterAll(async () => {
  await gateway.close()
  await receiver.close()
})
const receiver = await openReceiver(answers(200, payment('000.000.000')))

async function pay(wallet: Wallet, token: string, more: Record<string, string> = {}) {
  const answer = await gateway.post('/v1/payments', {
    entityId: gateway.demo.entityId,
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'DB',
    [`${wallet}.paymentToken`]: token,
    ...more,
  })
  return { ...answer, code: answer.body.result.code }
}

const tokenFor = (wallet: Wallet, more: Partial<TokenOrder> = {}) =>
  makeToken(wallet, { nowMs: gateway.clock.now(), ...more })

/** A token with another value of a member, by its path. */
function withMember(token: string, path: readonly string[], value: string): string {
  const root = JSON.parse(token)
  const parent = path.slice(0, -1).reduce((tree, name) => tree[name], root)
  parent[path.at(-1) ?? ''] = value
  return JSON.stringify(root)
}

const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey

describe.each(WALLETS)('a live gateway with keys for %s', (wallet) => {
  it('pays with the card of a token, which goes on decrypted', async () => {
    const { status, code } = await pay(wallet, await tokenFor(wallet))
    expect([status, code]).toEqual([200, '000.000.000'])
    const { form } = receiver.received.at(-1) ?? {}
    expect(form).toMatchObject({ 'card.number': NUMBER, 'threeDSecure.eci': '05' })
    expect(form).not.toHaveProperty([`${wallet}.paymentToken`])
  })

  it('takes a token once', async () => {
    const token = await tokenFor(wallet)
    const codes = await Promise.all([pay(wallet, token), pay(wallet, token), pay(wallet, token)])
    expect(codes.map(({ code }) => code).sort()).toEqual([
      '000.000.000',
      '800.110.100',
      '800.110.100',
    ])
  })

  it.each<TokenFlaw>(['signature', 'expired', 'recipient', 'version'])(
    'refuses a token with a wrong %s',
    async (flaw) => expectRefused(await pay(wallet, await tokenFor(wallet, { flaw }))),
  )

  it('refuses a token that leads to another root', async () => {
    const token = await stranger.makeToken(wallet, { ...order, nowMs: NOW_MS })
    expectRefused(await pay(wallet, token))
  })

  it('refuses a token with an ephemeral key of another curve', async () => {
    const token = await tokenFor(wallet)
    const bent =
      wallet === 'applePay'
        ? withMember(token, ['header', 'ephemeralPublicKey'], spkiOf(p384).toString('base64'))
        : withMember(
            token,
            ['signedMessage'],
            withMember(
              JSON.parse(token).signedMessage,
              ['ephemeralPublicKey'],
              pointOf(p384).toString('base64'),
            ),
          )
    expectRefused(await pay(wallet, bent))
  })

  it('refuses the token of the other wallet', async () => {
    const other = wallet === 'applePay' ? 'googlePay' : 'applePay'
    expectRefused(await pay(wallet, await tokenFor(other)))
  })

  it('refuses a token of a megabyte', async () => {
    const { status } = await pay(wallet, `{"version":"${'9'.repeat(1_000_000)}"}`)
    expect([400, 413]).toContain(status)
  })

  it('refuses an expired card that the wallet still has', async () => {
    const card = { ...order.card, expiryYear: '2020' }
    expect((await pay(wallet, await tokenFor(wallet, { card }))).code).toBe('100.100.303')
  })
})

it('a live gateway refuses a token of Apple Pay for another amount or currency', async () => {
  const token = await tokenFor('applePay')
  expectRefused(await pay('applePay', token, { amount: '92.01' }))
  expectRefused(await pay('applePay', token, { currency: 'USD' }))
})

it('a live gateway refuses a token of Google Pay that was made for a gateway', async () => {
  const inside = { gatewayMerchantId: 'somebody' }
  expectRefused(await pay('googlePay', await tokenFor('googlePay', { inside })))
})

it('a live gateway refuses tokens of Samsung Pay, and says what to send', async () => {
  const token = await makeToken('samsungPay', { nowMs: gateway.clock.now() })
  const { code, body } = await pay('samsungPay' as Wallet, token)
  expect([code, body.result.description]).toEqual([
    '600.200.201',
    expect.stringMatching(/decrypt them yourself/),
  ])
})

it('the widget learns which wallets a live gateway takes', async () => {
  const { entityId } = gateway.demo
  const money = { amount: '92.00', currency: 'EUR', paymentType: 'DB' }
  const { id } = (await gateway.post('/v1/checkouts', { entityId, ...money })).body
  const headers = { 'x-forwarded-proto': 'https' }
  for (const path of [
    `/v1/checkouts/${id}/session`,
    `/v1/fastcheckout/channel?entityId=${entityId}`,
  ]) {
    const { body } = await sendBare(gateway, `GET ${path}`, { headers })
    expect(body.wallets).toEqual({
      applePay: { merchantId: applePay.merchantId },
      googlePay: { merchantId: expect.any(String), publicKey: expect.stringMatching(/^B/) },
    })
  }
})

it('a live gateway logs nothing of a token or its card', () => {
  expect(logged.join()).not.toMatch(new RegExp(`${NUMBER}|paymentToken.{0,4}\\{`))
})

function expectRefused({ status, code, body }: Awaited<ReturnType<typeof pay>>): void {
  expect([status, code]).toEqual([400, '200.100.603'])
  expect(JSON.stringify(body)).not.toContain(NUMBER.slice(0, 8))
}
