import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../common/durations.ts'
import { createAccess } from '../../server/entities/access.ts'
import type { Role } from '../../server/entities/rights.ts'
import {
  SCOPES,
  type TokenLimits,
  UNLIMITED_TOKEN,
  unusableToken,
  widerThan,
} from '../../server/entities/token-limits.ts'
import { writeTokenUses } from '../../server/entities/token-uses.ts'
import { hashToken, newAccessToken } from '../../server/kernel/ids.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import { isRefusal } from '../../server/results/refusal.ts'
import { cardPayment, type Form, useTestGateway } from '../../server/testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  sendBare,
  type TestMerchant,
  tokenOf,
} from '../../server/testing/merchants.fixture.ts'
import { addUser, type Browser, FAST, signedIn } from '../people/people.fixture.ts'

const gateway = useTestGateway({ ...FAST, transport: { trustedProxies: ['loopback'] } })
let merchant: TestMerchant

beforeEach(async () => {
  // Sign-ins of one client are few in a minute.
  gateway().clock.advance(MINUTE_MS)
  merchant = await addMerchant(gateway())
})

/** A token of the merchant, as a command makes it. */
async function tokenWith(limits: Partial<TokenLimits>, administers = false): Promise<string> {
  const accessToken = newAccessToken()
  await gateway().store.commit([tokenOf(merchant.id, accessToken, administers, limits)])
  return accessToken
}

const person = async (role: Role): Promise<Browser> =>
  signedIn(gateway(), await addUser(gateway(), { [merchant.id]: role }))

const readsFrom = (token: string, address?: string) =>
  sendBare(gateway(), 'GET /v1/webhooks', {
    token,
    ...(address === undefined ? {} : { headers: { 'x-forwarded-for': address } }),
  })

const path = () => `/admin/v1/entities/${merchant.id}/tokens`

interface Answered {
  readonly token: Readonly<Record<string, unknown>> & { readonly id: string }
  readonly accessToken: string
}

describe('an access token with an end', () => {
  it('is taken until its end, and refused from then on, in words that say when that was', async () => {
    const endsMs = gateway().clock.now() + DAY_MS
    const token = await tokenWith({ expiresAtMs: endsMs })
    gateway().clock.advance(DAY_MS - 1)
    expect((await readsFrom(token)).status).toBe(200)
    gateway().clock.advance(1)
    const refused = await readsFrom(token)
    expect([refused.status, refused.body.result.code]).toEqual([403, '800.900.300'])
    expect(refused.body.result.description).toContain(`ended at ${wireTimestamp(endsMs)}`)
  })

  it('is refused as a password of the profile legacy, too', async () => {
    merchant = await addMerchant(gateway(), { settings: () => ({ profile: 'legacy' }) })
    const password = await tokenWith({ expiresAtMs: gateway().clock.now() })
    const form = cardPayment(channelOf(merchant), { 'authentication.password': password })
    const { status, body } = await sendBare(gateway(), 'POST /v1/payments', { form })
    expect([status, body.result.description]).toEqual([403, expect.stringContaining('ended at')])
  })
})

describe('an access token with allowed addresses', () => {
  it.each([
    ['192.0.2.7', true],
    ['192.0.3.7', false],
    ['2001:db8::1', true],
    ['2001:db8::2', false],
    ['::ffff:192.0.2.9', true],
  ])('used from %s, behind a proxy: %s', async (address, isTaken) => {
    const token = await tokenWith({ addresses: '192.0.2.0/24 2001:db8::1' })
    const { status, body } = await readsFrom(token, address)
    expect(status).toBe(isTaken ? 200 : 403)
    if (!isTaken) expect(body.result.description).toContain(`from the address ${address}`)
  })

  it('is not noted as used by a request from elsewhere', async () => {
    const token = await tokenWith({ addresses: '192.0.2.0/24' })
    const access = createAccess(gateway().store, gateway().clock)
    expect(isRefusal(await access.authenticate(`Bearer ${token}`, '203.0.113.1'))).toBe(true)
    expect(access.takeUsedTokens().size).toBe(0)
  })
})

describe('the last use of an access token', () => {
  it('is written at most every five minutes, and by no request itself', async () => {
    const { store, clock } = gateway()
    const token = await tokenWith({})
    const hash = hashToken(token)
    const access = createAccess(store, clock)
    const use = () => access.authenticate(`Bearer ${token}`, '127.0.0.1')
    const stored = async () => (await store.read.token(hash))?.lastUsedAtMs
    const firstMs = clock.now()
    await use()
    expect(await stored()).toBeNull()
    await writeTokenUses(store, access)
    expect(await stored()).toBe(firstMs)
    clock.advance(5 * MINUTE_MS - 1)
    await use()
    await writeTokenUses(store, access)
    expect(await stored()).toBe(firstMs)
    clock.advance(1)
    await use()
    await writeTokenUses(store, access)
    expect(await stored()).toBe(firstMs + 5 * MINUTE_MS)
  })
})

describe('POST /admin/v1/entities/{id}/tokens', () => {
  it('makes a token with scopes, an end and addresses, and lists them', async () => {
    const owner = await person('owner')
    const expiresAt = wireTimestamp(gateway().clock.now() + 10 * DAY_MS).slice(0, 19)
    const form = {
      label: 'Reports',
      scopes: 'refund,read',
      expiresAt,
      addresses: '192.0.2.7, ::1/64',
    }
    const made = await owner.send(`POST ${path()}`, form)
    const { token } = made.body as unknown as Answered
    expect(token).toMatchObject({
      scopes: ['read', 'refund'],
      expiresAt: `${expiresAt}+0000`,
      validity: 'endsSoon',
      addresses: ['192.0.2.7', '::1/64'],
    })
    const { body } = await owner.send(`GET ${path()}`)
    const { tokens } = body as unknown as { readonly tokens: readonly Answered['token'][] }
    expect(tokens).toContainEqual(token)
    const usual = await owner.send(`POST ${path()}`, { label: 'Shop' })
    const answered = (usual.body as unknown as Answered).token
    expect(answered).toMatchObject({ scopes: SCOPES, validity: 'valid', addresses: [] })
    expect(answered).not.toHaveProperty('expiresAt')
  })

  it.each<[string, Form]>([
    ['scopes', { scopes: 'read,write' }],
    ['scopes', { scopes: 'read pay' }],
    ['expiresAt', { expiresAt: '2020-01-01 00:00:00' }],
    ['expiresAt', { expiresAt: '2090-01-01 00:00:00' }],
    ['expiresAt', { expiresAt: 'tomorrow' }],
    ['addresses', { addresses: '192.0.2.0/33' }],
    ['addresses', { addresses: 'shop.example' }],
    ['addresses', { addresses: Array.from({ length: 21 }, (_, at) => `192.0.2.${at}`).join(',') }],
  ])('names %s where it is wrong: %o', async (name, form) => {
    const owner = await person('owner')
    const { status, body } = await owner.send(`POST ${path()}`, { label: 'Wrong', ...form })
    expect(status).toBe(400)
    expect(body.result.parameterErrors).toMatchObject([{ name }])
  })
})

describe('an administrator’s access token with a limit', () => {
  const limits: [string, Partial<TokenLimits>][] = [
    ['fewer scopes', { scopes: 'read administer' }],
    ['an end', { expiresAtMs: Date.UTC(2030, 0, 1) }],
    ['allowed addresses', { addresses: '127.0.0.0/8' }],
  ]

  it.each(limits)('(%s) makes no users and no tokens of administrators', async (_what, limited) => {
    const token = await tokenWith(limited, true)
    const ask = (methodAndPath: string, form: Form) =>
      sendBare(gateway(), methodAndPath, { token, form })
    const invitation = { email: 'jill@shop.example', role: 'owner' }
    const invited = await ask('POST /admin/v1/invitations', invitation)
    expect([invited.status, invited.body.result.code]).toEqual([403, '800.900.301'])
    const own = await ask(`POST ${path()}`, { label: 'Mine', tokenRole: 'administrator' })
    expect(own.status).toBe(403)
  })

  it.each(limits)('(%s) makes and is shown no wider one', async (_what, limited) => {
    const token = await tokenWith(limited, true)
    const hash = hashToken(merchant.accessToken)
    for (const [methodAndPath, form] of [
      [`POST ${path()}`, { label: 'Wider' }],
      [`POST /admin/v1/tokens/${hash}/secret`, {}],
    ] as const) {
      const { status, body } = await sendBare(gateway(), methodAndPath, { token, form })
      expect([status, body.result.description]).toEqual([
        403,
        expect.stringContaining('neither makes nor is shown one with'),
      ])
    }
  })

  it('makes one that is as limited', async () => {
    const token = await tokenWith({ scopes: 'read administer', addresses: '127.0.0.0/8' }, true)
    const form = { label: 'Narrow', scopes: 'read', addresses: '127.0.0.1' }
    expect((await sendBare(gateway(), `POST ${path()}`, { token, form })).status).toBe(200)
  })
})

describe('a token that may make another one', () => {
  const scopes = fc.subarray([...SCOPES], { minLength: 1 }).map((words) => words.join(' '))
  const expiresAtMs = fc.option(fc.nat({ max: 3 }))
  const bits = fc.integer({ min: 0, max: 32 })
  const range = fc.tuple(fc.constantFrom('10.0.0.0', '10.0.0.9', '192.0.2.1', '0.0.0.0'), bits)
  const addresses = fc
    .array(
      range.map(([address, width]) => `${address}/${width}`),
      { maxLength: 2 },
    )
    .map((ranges) => ranges.join(' '))
  const limits = fc.record({ scopes, expiresAtMs, addresses })

  it('never makes one that may do anything which it may not', () => {
    const at = fc.record({
      nowMs: fc.nat({ max: 4 }),
      address: fc.constantFrom('10.0.0.1', '10.0.0.9', '192.0.2.1', '203.0.113.9'),
    })
    fc.assert(
      fc.property(limits, limits, at, (own, other, { nowMs, address }) => {
        fc.pre(widerThan(own, other) === undefined)
        const isGood = (token: TokenLimits) =>
          unusableToken(token, { nowMs, address }) === undefined
        if (isGood(other)) expect(isGood(own)).toBe(true)
        for (const scope of other.scopes.split(' ')) expect(own.scopes).toContain(scope)
      }),
    )
  })

  it('makes every one where it has no limit, and one like itself', () => {
    fc.assert(
      fc.property(limits, (own) => {
        expect(widerThan(UNLIMITED_TOKEN, own)).toBeUndefined()
        expect(widerThan(own, own)).toBeUndefined()
      }),
    )
  })
})
