import { Secret, TOTP } from 'otpauth'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserRow } from '../../server/store/port.ts'
import { useTestGateway } from '../../server/testing/gateway.fixture.ts'
import { addMerchant } from '../../server/testing/merchants.fixture.ts'
import {
  addUser,
  type Browser,
  FAST,
  openBrowser,
  PASSWORD,
  rootOf,
  signedIn,
} from './people.fixture.ts'

const gateway = useTestGateway(FAST)
let root: string
let user: UserRow
let browser: Browser

beforeAll(async () => {
  root = await rootOf(gateway(), gateway().demo.entityId)
})

/** Of another minute: a client may sign in 20 times in one. */
beforeEach(async () => {
  gateway().clock.advance(60_000)
  user = await addUser(gateway(), { [root]: 'reader' })
  browser = await signedIn(gateway(), user)
})

const signIn = (password: string, code?: string) =>
  openBrowser(gateway()).send('POST /admin/v1/session', { email: user.email, password, code })

const change = (newPassword: string, password = PASSWORD) =>
  browser.send('POST /admin/v1/profile/password', { password, newPassword })

describe('a password', () => {
  it('is changed by its user, who keeps this session and no other one', async () => {
    const other = await signedIn(gateway(), user)
    expect((await change('another 4 horses')).status).toBe(200)
    expect((await browser.send('GET /admin/v1/session')).status).toBe(200)
    expect((await other.send('GET /admin/v1/session')).status).toBe(401)
    expect((await signIn(PASSWORD)).status).toBe(401)
    expect((await signIn('another 4 horses')).status).toBe(200)
  })

  it('is changed with the present one alone, and wrong ones count', async () => {
    const wrong = await change('another 4 horses', 'wrong password 1')
    expect([wrong.status, wrong.body.result.description]).toEqual([
      403,
      'Your password or code is wrong',
    ])
    const [session] = await gateway().store.read.sessionsOfUser(user.id, 1)
    expect(session?.failedTries).toBe(1)
  })

  it.each([
    ['short 1', 'must have 12 to 128 characters'],
    [`1${'x'.repeat(128)}`, 'must have 12 to 128 characters'],
    ['only letters here', 'must have letters and digits'],
    ['qwerty123456', 'is one of those that are tried first: take one that nobody else has'],
    ['abc1abc1abc1', 'is one of those that are tried first: take one that nobody else has'],
  ])('%s is refused', async (newPassword, message) => {
    const { status, body } = await change(newPassword)
    expect(status).toBe(400)
    expect(body.result.parameterErrors).toEqual([{ name: 'newPassword', value: '***', message }])
  })

  it('must not have the name of the e-mail address in it', async () => {
    const name = user.email.split('@', 1)[0] ?? ''
    const { body } = await change(`my ${name.toUpperCase()} 1`)
    expect(body.result.parameterErrors?.[0]?.message).toContain('the name of the e-mail address')
  })

  it('is none of the last four', async () => {
    const words = [PASSWORD, 'second word 22', 'third word 333', 'fourth word 44', 'fifth word 555']
    for (const [at, next] of words.entries()) {
      if (at > 0) expect((await change(next, words[at - 1])).status).toBe(200)
    }
    for (const earlier of words.slice(1)) {
      const { status, body } = await change(earlier, words[4])
      expect([status, body.result.parameterErrors?.[0]?.message]).toEqual([
        400,
        'was your password before: take another one',
      ])
    }
    expect((await change(PASSWORD, words[4])).status).toBe(200)
  })

  it('that an operator knows is changed before anything else is allowed', async () => {
    const fresh = await addUser(gateway(), { [root]: 'owner' }, { isFirstPassword: true })
    const own = await signedIn(gateway(), fresh)
    const refused = await own.send('GET /admin/v1/payments')
    expect([refused.status, refused.body.result.description]).toEqual([
      403,
      expect.stringContaining('Choose a password of your own first'),
    ])
    expect((await own.send('GET /admin/v1/session')).body.hasFirstPassword).toBe(true)
    const form = { password: PASSWORD, newPassword: 'another 4 horses' }
    expect((await own.send('POST /admin/v1/profile/password', form)).status).toBe(200)
    expect((await own.send('GET /admin/v1/payments')).status).toBe(200)
  })

  it('is changed once under one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const form = { password: PASSWORD, newPassword: 'another 4 horses' }
    const send = () => browser.send('POST /admin/v1/profile/password', form, headers)
    const [first, again] = [await send(), await send()]
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })
})

const codeOf = (secret: string, aheadMs = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: gateway().clock.now() + aheadMs,
  })

async function withSecondFactor() {
  const offered = await browser.send('POST /admin/v1/profile/totp', { password: PASSWORD })
  const { secret } = offered.body as unknown as { readonly secret: string }
  const path = 'POST /admin/v1/profile/totp/confirmation'
  const confirmed = await browser.send(path, { code: codeOf(secret) })
  const { recoveryCodes } = confirmed.body as unknown as { readonly recoveryCodes: string[] }
  return { secret, recoveryCodes, offered, confirmed }
}

const STEP_MS = 30_000

describe('a second factor', () => {
  it('is offered as text and picture, and counts once its first code was confirmed', async () => {
    const { offered, confirmed, recoveryCodes, secret } = await withSecondFactor()
    expect(offered.body.qrCode).toMatch(/^<svg /)
    expect(offered.body.uri).toContain(`secret=${secret}`)
    expect(confirmed.status).toBe(200)
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await browser.send('GET /admin/v1/session')).body.hasTotp).toBe(true)
    const row = await gateway().store.read.user(user.id)
    expect(JSON.stringify(row)).not.toContain(secret)
    expect(JSON.stringify(row)).not.toContain(recoveryCodes[0])
  })

  it('does not count before, nor with a wrong code', async () => {
    await browser.send('POST /admin/v1/profile/totp', { password: PASSWORD })
    const path = 'POST /admin/v1/profile/totp/confirmation'
    expect((await browser.send(path, { code: '000000' })).status).toBe(403)
    expect((await signIn(PASSWORD)).status).toBe(200)
  })

  it('is asked for after the right password alone', async () => {
    const { secret } = await withSecondFactor()
    const without = await signIn(PASSWORD)
    expect([without.status, without.body.needs]).toEqual([401, 'code'])
    const [entry] = await gateway().store.read.auditEntriesBefore(root, 1e9, 1)
    expect(entry).toMatchObject({ action: 'sessions.begin', result: 'codeAsked' })
    expect((await signIn('wrong password 1')).body.needs).toBeUndefined()
    expect((await signIn(PASSWORD, '000000')).status).toBe(401)
    gateway().clock.advance(STEP_MS)
    expect((await signIn(PASSWORD, codeOf(secret))).status).toBe(200)
  })

  it('takes a code once, also the one that has confirmed it', async () => {
    const { secret } = await withSecondFactor()
    expect((await signIn(PASSWORD, codeOf(secret))).status).toBe(401)
    gateway().clock.advance(STEP_MS)
    const code = codeOf(secret)
    const both = await Promise.all([signIn(PASSWORD, code), signIn(PASSWORD, code)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  it('takes the code of a clock that is half a minute off, and no older one', async () => {
    const { secret } = await withSecondFactor()
    gateway().clock.advance(4 * STEP_MS)
    expect((await signIn(PASSWORD, codeOf(secret, -2 * STEP_MS))).status).toBe(401)
    expect((await signIn(PASSWORD, codeOf(secret, -STEP_MS))).status).toBe(200)
    expect((await signIn(PASSWORD, codeOf(secret, STEP_MS))).status).toBe(200)
  })

  it('can be replaced by each recovery code once', async () => {
    const { recoveryCodes } = await withSecondFactor()
    const [code = ''] = recoveryCodes
    expect((await signIn(PASSWORD, code.toUpperCase())).status).toBe(200)
    expect((await signIn(PASSWORD, code)).status).toBe(401)
  })

  it('is guessed ten times at most before the user is locked', async () => {
    const { secret } = await withSecondFactor()
    gateway().clock.advance(60_000)
    for (let count = 1; count <= 10; count++) {
      expect((await signIn(PASSWORD, '000000')).status).toBe(401)
      // A right password without a code in between forgives nothing.
      if (count < 10) expect((await signIn(PASSWORD)).body.needs).toBe('code')
    }
    gateway().clock.advance(60_000)
    expect((await signIn(PASSWORD, codeOf(secret))).status).toBe(401)
    expect((await signIn(PASSWORD)).body.needs).toBeUndefined()
  })

  it.each(['POST /admin/v1/profile/totp/removal', 'POST /admin/v1/profile/totp'])(
    'is removed, or replaced, by its user with the password and a code: %s',
    async (path) => {
      const { secret, recoveryCodes } = await withSecondFactor()
      const without = await browser.send(path, { password: PASSWORD })
      expect([without.status, without.body.needs]).toEqual([403, 'code'])
      const wrong = { password: PASSWORD, code: '000000' }
      expect((await browser.send(path, wrong)).status).toBe(403)
      gateway().clock.advance(STEP_MS)
      const form = { password: 'wrong password 1', code: codeOf(secret) }
      expect((await browser.send(path, form)).status).toBe(403)
      const right = { password: PASSWORD, code: recoveryCodes[0] ?? '' }
      expect((await browser.send(path, right)).status).toBe(200)
      expect((await signIn(PASSWORD)).status).toBe(path.endsWith('removal') ? 200 : 401)
    },
  )

  it('is guessed ten times at most by a stranger in the session', async () => {
    const { secret } = await withSecondFactor()
    const path = 'POST /admin/v1/profile/totp/removal'
    for (let count = 1; count <= 10; count++) {
      expect((await browser.send(path, { password: PASSWORD, code: '000000' })).status).toBe(403)
    }
    gateway().clock.advance(STEP_MS)
    const form = { password: PASSWORD, code: codeOf(secret) }
    expect((await browser.send(path, form)).status).toBe(403)
    expect((await signIn(PASSWORD, codeOf(secret))).status).toBe(200)
  })

  it('shows its secret and its recovery codes once, whatever is repeated', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const send = () => browser.send('POST /admin/v1/profile/totp', { password: PASSWORD }, headers)
    const [first, again] = [await send(), await send()]
    expect(first.body.secret).toMatch(/^\w+$/)
    expect([again.status, again.body.alreadyShown]).toEqual([200, ['secret', 'uri', 'qrCode']])
    expect(JSON.stringify(again.body)).not.toContain(first.body.secret)
  })
})

describe('a second factor that the installation demands', () => {
  const strict = useTestGateway({
    ...FAST,
    sessionRules: { needsSecondFactor: true, idleMs: 15 * 60_000, longestMs: 12 * 3_600_000 },
  })

  it('is set up before anything else is allowed, and not removed', async () => {
    const { id } = await addMerchant(strict())
    const fresh = await addUser(strict(), { [id]: 'owner' })
    const own = await signedIn(strict(), fresh)
    const refused = await own.send('GET /admin/v1/payments')
    expect([refused.status, refused.body.result.description]).toEqual([
      403,
      expect.stringContaining('Set up a second factor first'),
    ])
    expect((await own.send('GET /admin/v1/session')).body.lacksSecondFactor).toBe(true)
    const offered = await own.send('POST /admin/v1/profile/totp', { password: PASSWORD })
    const { secret } = offered.body as unknown as { readonly secret: string }
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: strict().clock.now(),
    })
    const path = 'POST /admin/v1/profile/totp/confirmation'
    expect((await own.send(path, { code })).status).toBe(200)
    expect((await own.send('GET /admin/v1/payments')).status).toBe(200)
    expect((await own.send('GET /admin/v1/session')).body.lacksSecondFactor).toBe(false)
    const removal = { password: PASSWORD, code }
    const kept = await own.send('POST /admin/v1/profile/totp/removal', removal)
    expect([kept.status, kept.body.result.description]).toEqual([
      403,
      expect.stringContaining('TILLGATE_SECOND_FACTOR'),
    ])
  })
})
