import { beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../common/durations.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import { useTestGateway } from '../../server/testing/gateway.fixture.ts'
import { addMerchant, type TestMerchant } from '../../server/testing/merchants.fixture.ts'
import { addUser, FAST, openBrowser, PASSWORD, rootOf, signedIn } from './people.fixture.ts'

const gateway = useTestGateway(FAST)
let root: string
let foreign: TestMerchant

beforeAll(async () => {
  root = await rootOf(gateway(), gateway().demo.entityId)
  foreign = await addMerchant(gateway())
})

const tryPassword = (email: string, password: string, code?: string) =>
  openBrowser(gateway()).send('POST /admin/v1/session', { email, password, code })

/** Of the next minute: a client may sign in 20 times in one. */
const nextMinute = () => gateway().clock.advance(MINUTE_MS)

describe('a sign-in', () => {
  it('begins a session, whose answer says who it is and what is allowed', async () => {
    const user = await addUser(gateway(), { [root]: 'finance' })
    const browser = await signedIn(gateway(), user)
    const { status, body } = await browser.send('GET /admin/v1/session')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      user: { id: user.id, email: user.email, name: 'Jane Jones' },
      role: 'finance',
      entity: { id: root, kind: 'psp' },
      grants: [{ entity: { id: root }, role: 'finance' }],
      hasTotp: false,
      idleMinutes: 15,
      endsAt: '2026-11-21 03:00:00+0000',
      environment: 'test',
    })
    expect(body.rights).toContain('payments.move')
    expect(body.rights).not.toContain('people.write')
  })

  it('tells the time of the test clock that is furthest ahead below the entity', async () => {
    const user = await addUser(gateway(), { [root]: 'reader' })
    const browser = await signedIn(gateway(), user)
    const { demo, clock, post } = gateway()
    const move = { entityId: demo.entityId, advance: 'P40D' }
    expect((await post('/test/clock', move)).status).toBe(200)
    const { body } = await browser.send('GET /admin/v1/session')
    expect(body.now).toBe(wireTimestamp(clock.now() + 40 * 24 * 60 * MINUTE_MS))
  })

  it('takes the e-mail in any letters and with blanks around it', async () => {
    const user = await addUser(gateway(), { [root]: 'reader' })
    const email = ` ${user.email.toUpperCase()} `
    expect((await tryPassword(email, PASSWORD)).status).toBe(200)
  })

  it('sets a cookie that no script and no other site can use', async () => {
    const user = await addUser(gateway(), { [root]: 'reader' })
    const { headers } = await tryPassword(user.email, PASSWORD)
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^tillgate-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(
        /^tillgate-browser=\w{64}\.\w{64}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000$/,
      ),
    ])
  })

  it('answers a wrong password as an unknown user', async () => {
    const user = await addUser(gateway(), { [root]: 'reader' })
    const wrong = await tryPassword(user.email, 'wrong password 1')
    const unknown = await tryPassword('nobody@shop.example', PASSWORD)
    expect(wrong.status).toBe(401)
    expect(unknown.status).toBe(401)
    expect(unknown.body.result).toEqual(wrong.body.result)
    expect(wrong.headers.get('set-cookie')).toBeNull()
  })

  it('locks after ten wrong tries for half an hour, and does not say so', async () => {
    nextMinute()
    const user = await addUser(gateway(), { [root]: 'reader' })
    const tries = await Promise.all(
      Array.from({ length: 10 }, () => tryPassword(user.email, 'wrong password 1')),
    )
    const locked = await tryPassword(user.email, PASSWORD)
    expect([...tries, locked].map(({ status }) => status)).toEqual(Array(11).fill(401))
    expect(locked.body.result).toEqual(tries[0]?.body.result)
    gateway().clock.advance(30 * MINUTE_MS - 1)
    expect((await tryPassword(user.email, PASSWORD)).status).toBe(401)
    gateway().clock.advance(1)
    expect((await tryPassword(user.email, PASSWORD)).status).toBe(200)
  })

  it('from a browser that has signed in before is not locked by tries of others', async () => {
    nextMinute()
    const user = await addUser(gateway(), { [root]: 'reader' })
    const browser = await signedIn(gateway(), user)
    await browser.send('DELETE /admin/v1/session')
    for (let count = 1; count <= 10; count++) await tryPassword(user.email, 'wrong password 1')
    const form = { email: user.email, password: PASSWORD }
    expect((await tryPassword(user.email, PASSWORD)).status).toBe(401)
    expect((await browser.send('POST /admin/v1/session', form)).status).toBe(200)
    // The others stay locked: a right try forgives only those of its own browser.
    expect((await tryPassword(user.email, PASSWORD)).status).toBe(401)
  })

  it('from a known browser has ten wrong tries of its own', async () => {
    nextMinute()
    const user = await addUser(gateway(), { [root]: 'reader' })
    const browser = await signedIn(gateway(), user)
    const send = (password: string) =>
      browser.send('POST /admin/v1/session', { email: user.email, password })
    for (let count = 1; count <= 10; count++) expect((await send('wrong 1')).status).toBe(401)
    expect((await send(PASSWORD)).status).toBe(401)
    expect((await gateway().store.read.user(user.id))?.failedTries).toBe(0)
    gateway().clock.advance(30 * MINUTE_MS)
    expect((await send(PASSWORD)).status).toBe(200)
  })

  it('knows a browser by what only the gateway can have given to it, and for its user only', async () => {
    nextMinute()
    const locked = { failedTries: 10, lockedUntilMs: gateway().clock.now() + MINUTE_MS }
    const user = await addUser(gateway(), { [root]: 'reader' }, locked)
    const other = await signedIn(gateway(), await addUser(gateway(), { [root]: 'reader' }))
    const form = { email: user.email, password: PASSWORD }
    expect((await other.send('POST /admin/v1/session', form)).status).toBe(401)
    const [mark = ''] = /tillgate-browser=\w+/.exec(other.cookie) ?? []
    const forged = { cookie: `${mark}.${'0'.repeat(64)}` }
    const answer = await openBrowser(gateway()).send('POST /admin/v1/session', form, forged)
    expect(answer.status).toBe(401)
  })

  it('forgets wrong tries after a right one', async () => {
    nextMinute()
    const user = await addUser(gateway(), { [root]: 'reader' }, { failedTries: 9 })
    expect((await tryPassword(user.email, PASSWORD)).status).toBe(200)
    expect((await gateway().store.read.user(user.id))?.failedTries).toBe(0)
  })

  it('of a client is refused after 20 in a minute', async () => {
    nextMinute()
    const tries = []
    for (let count = 1; count <= 21; count++) {
      tries.push((await tryPassword('nobody@shop.example', 'wrong password 1')).status)
    }
    expect(tries).toEqual([...Array(20).fill(401), 429])
    nextMinute()
  })

  it('needs to come from a page of the gateway', async () => {
    const user = await addUser(gateway(), { [root]: 'reader' })
    const form = { email: user.email, password: PASSWORD }
    for (const headers of [
      { origin: 'https://attacker.example' },
      { 'x-tillgate-request': '' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      const { status } = await openBrowser(gateway()).send('POST /admin/v1/session', form, headers)
      expect(status).toBe(403)
    }
  })

  it('of a blocked user, or of one without a role, begins nothing', async () => {
    const blocked = await addUser(gateway(), { [root]: 'reader' }, { state: 'blocked' })
    expect((await tryPassword(blocked.email, PASSWORD)).status).toBe(401)
    const without = await addUser(gateway(), {})
    expect((await tryPassword(without.email, PASSWORD)).status).toBe(403)
  })
})

describe('a session', () => {
  it('ends after 15 minutes without a request', async () => {
    const browser = await signedIn(gateway(), await addUser(gateway(), { [root]: 'reader' }))
    gateway().clock.advance(14 * MINUTE_MS)
    expect((await browser.send('GET /admin/v1/session')).status).toBe(200)
    gateway().clock.advance(14 * MINUTE_MS)
    expect((await browser.send('GET /admin/v1/session')).status).toBe(200)
    gateway().clock.advance(15 * MINUTE_MS)
    const ended = await browser.send('GET /admin/v1/session')
    expect([ended.status, ended.body.result.description]).toEqual([
      401,
      'This session has ended: there was no request for too long. Sign in again',
    ])
  })

  it('ends after twelve hours, whatever is done', async () => {
    const browser = await signedIn(gateway(), await addUser(gateway(), { [root]: 'reader' }))
    for (let quarter = 1; quarter <= 71; quarter++) {
      gateway().clock.advance(10 * MINUTE_MS)
      expect((await browser.send('GET /admin/v1/session')).status).toBe(200)
    }
    gateway().clock.advance(10 * MINUTE_MS)
    expect((await browser.send('GET /admin/v1/session')).status).toBe(401)
  })

  it('is written as seen once a minute', async () => {
    const user = await addUser(gateway(), { [root]: 'reader' })
    const browser = await signedIn(gateway(), user)
    const versionOf = async () =>
      (await gateway().store.read.sessionsOfUser(user.id, 1))[0]?.version ?? 0
    gateway().clock.advance(MINUTE_MS - 1)
    await browser.send('GET /admin/v1/session')
    expect(await versionOf()).toBe(1)
    gateway().clock.advance(1)
    await Promise.all([1, 2, 3].map(() => browser.send('GET /admin/v1/session')))
    expect(await versionOf()).toBe(2)
  })

  it('ends when its user signs out, and its cookie is taken back', async () => {
    const browser = await signedIn(gateway(), await addUser(gateway(), { [root]: 'reader' }))
    const { cookie } = browser
    expect((await browser.send('DELETE /admin/v1/session')).status).toBe(200)
    expect(browser.cookie).not.toContain('tillgate-session')
    const again = await openBrowser(gateway()).send('GET /admin/v1/session', undefined, { cookie })
    expect(again.status).toBe(401)
  })

  it('is listed with the others of its user, and can end them', async () => {
    const user = await addUser(gateway(), { [root]: 'reader' })
    const [one, other] = [await signedIn(gateway(), user), await signedIn(gateway(), user)]
    const list = async () =>
      (await one.send('GET /admin/v1/sessions')).body.sessions as unknown as readonly {
        readonly id: string
        readonly isThis: boolean
      }[]
    const [ofOther] = (await list()).filter(({ isThis }) => !isThis)
    expect(await list()).toHaveLength(2)
    const stranger = await signedIn(gateway(), await addUser(gateway(), { [root]: 'owner' }))
    const path = `DELETE /admin/v1/sessions/${ofOther?.id}`
    expect((await stranger.send(path)).status).toBe(404)
    expect((await one.send(path)).status).toBe(200)
    expect(await list()).toHaveLength(1)
    expect((await other.send('GET /admin/v1/session')).status).toBe(401)
  })

  it('beyond the twentieth ends the oldest', async () => {
    nextMinute()
    const user = await addUser(gateway(), { [root]: 'reader' })
    const first = await signedIn(gateway(), user)
    gateway().clock.advance(MINUTE_MS)
    for (let count = 2; count <= 20; count++) await signedIn(gateway(), user)
    expect((await first.send('GET /admin/v1/session')).status).toBe(200)
    nextMinute()
    await signedIn(gateway(), user)
    expect((await first.send('GET /admin/v1/session')).status).toBe(401)
  })

  it('works with an entity below a role of its user, and with no other one', async () => {
    nextMinute()
    const { entityId } = gateway().demo
    const user = await addUser(gateway(), { [root]: 'finance', [entityId]: 'reader' })
    const browser = await signedIn(gateway(), user)
    const choose = (id: string) =>
      browser.send('POST /admin/v1/session/entity', { entityId: id }, {})
    expect((await choose(entityId)).body).toMatchObject({
      role: 'reader',
      entity: { id: entityId, kind: 'channel' },
    })
    expect((await browser.send('GET /admin/v1/session')).body.role).toBe('reader')
    expect((await choose(root)).body).toMatchObject({ role: 'finance' })
    expect((await choose(foreign.id)).status).toBe(403)
    expect((await choose('f'.repeat(32))).status).toBe(403)
  })

  it('does not change anything for a page of another origin', async () => {
    const browser = await signedIn(gateway(), await addUser(gateway(), { [root]: 'owner' }))
    const foreignPage = { origin: 'https://attacker.example', 'x-tillgate-request': '' }
    expect((await browser.send('DELETE /admin/v1/session', undefined, foreignPage)).status).toBe(
      403,
    )
    const sameOrigin = { 'sec-fetch-site': 'same-origin' }
    expect((await browser.send('GET /admin/v1/session', undefined, sameOrigin)).status).toBe(200)
  })

  it('is no access token: it is not asked for where one is sent', async () => {
    const browser = await signedIn(gateway(), await addUser(gateway(), { [root]: 'owner' }))
    const headers = { authorization: 'Bearer wrong' }
    expect((await browser.send('GET /admin/v1/session', undefined, headers)).status).toBe(403)
    const token = { authorization: `Bearer ${gateway().demo.accessToken}` }
    const answer = await browser.send('GET /admin/v1/session', undefined, token)
    expect([answer.status, answer.body.result.code]).toEqual([403, '800.900.301'])
  })
})
