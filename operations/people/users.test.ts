import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import german from '../../locales/backoffice/de.json'
import english from '../../locales/backoffice/en.json'
import type { Role } from '../../server/entities/rights.ts'
import { newAccessToken } from '../../server/kernel/ids.ts'
import { entity } from '../../server/store/testing/sample-rows.ts'
import { type Form, useTestGateway } from '../../server/testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  sendBare,
  type TestMerchant,
  tokenOf,
} from '../../server/testing/merchants.fixture.ts'
import type { AdminInvitation, AdminUser } from './answer.ts'
import { addUser, type Browser, FAST, openBrowser, PASSWORD, signedIn } from './people.fixture.ts'

const gateway = useTestGateway(FAST)
let root: string
let merchant: TestMerchant
let foreign: TestMerchant
let owner: Browser

/** Each test has a tree and an owner of its own, in another minute. */
beforeEach(async () => {
  gateway().clock.advance(60_000)
  const psp = entity({ kind: 'psp' })
  await gateway().store.commit([{ kind: 'insertEntity', row: psp }])
  root = psp.id
  merchant = await addMerchant(gateway(), { parentId: root })
  owner = await signedIn(gateway(), await addUser(gateway(), { [root]: 'owner' }))
})

beforeAll(async () => {
  foreign = await addMerchant(gateway())
})

const post = (path: string, form: Form = {}, browser = owner) =>
  browser.send(`POST /admin/v1${path}`, form)

const users = async (query = '', browser = owner) => {
  const { body } = await browser.send(`GET /admin/v1/users${query}`)
  return body as unknown as { readonly users: readonly AdminUser[]; readonly next?: string }
}

const newEmail = () => `${randomBytes(6).toString('hex')}@shop.example`

const invite = async (email: string, role: Role, more: Form = {}, browser = owner) =>
  post('/invitations', { email, role, ...more }, browser)

const linkOf = ({ body }: Awaited<ReturnType<typeof invite>>) =>
  (body as unknown as { readonly link: string }).link

const accept = (link: string, form: Form = {}) => {
  const token = link.split('#')[1]
  const given = { token, name: 'Jill Smith', password: 'tea for 2 at noon', ...form }
  return openBrowser(gateway()).send('POST /admin/v1/invitations/acceptance', given)
}

const offer = (link: string) =>
  openBrowser(gateway()).send('POST /admin/v1/invitations/offer', { token: link.split('#')[1] })

describe('an invitation', () => {
  it('makes its reader a user with the role that it names, once', async () => {
    const email = newEmail()
    const made = await invite(` ${email.toUpperCase()}`, 'support', { entityId: merchant.id })
    expect(made.body).toMatchObject({
      email,
      role: 'support',
      entity: { id: merchant.id, kind: 'merchant' },
      expiresAt: expect.stringMatching(/^2026-11-2/),
    })
    expect(linkOf(made)).toMatch(/^http:\/\/gateway\.example\/backoffice\/invitation#[\w-]{43}$/)
    expect((await accept(linkOf(made))).status).toBe(200)
    expect((await accept(linkOf(made))).status).toBe(404)
    const form = { email, password: 'tea for 2 at noon' }
    const { body } = await openBrowser(gateway()).send('POST /admin/v1/session', form)
    expect(body).toMatchObject({
      user: { email, name: 'Jill Smith' },
      role: 'support',
      entity: { id: merchant.id },
    })
  })

  it('says who invites, to which entity and role, and changes nothing', async () => {
    const email = newEmail()
    const link = linkOf(await invite(email, 'support', { entityId: merchant.id }))
    const offered = await offer(link)
    expect(offered).toMatchObject({
      status: 200,
      body: {
        email,
        role: 'support',
        entity: { id: merchant.id, kind: 'merchant' },
        invitedBy: expect.stringContaining('@'),
      },
    })
    expect(JSON.stringify(offered.body)).not.toContain(link.split('#')[1])
    expect((await accept(link)).status).toBe(200)
    expect((await offer(link)).status).toBe(404)
    expect((await offer(`#${'a'.repeat(43)}`)).status).toBe(404)
  })

  it('of two readers at once makes one user', async () => {
    const link = linkOf(await invite(newEmail(), 'reader'))
    const both = await Promise.all([accept(link), accept(link)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, expect.any(Number)])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('needs a name and a password that is taken', async () => {
    const link = linkOf(await invite(newEmail(), 'reader'))
    const short = await accept(link, { password: 'short 1' })
    expect(short.body.result.parameterErrors?.[0]?.name).toBe('password')
    const nameless = await accept(link, { name: undefined })
    expect(nameless.body.result.parameterErrors?.[0]?.name).toBe('name')
    expect((await accept(link)).status).toBe(200)
  })

  it('gives an existing user a further role, for the own password alone', async () => {
    const user = await addUser(gateway(), { [foreign.id]: 'finance' })
    const link = linkOf(await invite(user.email, 'reader'))
    expect((await accept(link)).status).toBe(401)
    expect((await accept(link, { password: PASSWORD })).status).toBe(200)
    const roles = (await gateway().store.read.grantsOfUser(user.id)).map(({ role }) => role)
    expect(roles.toSorted()).toEqual(['finance', 'reader'])
    // Of the other tree nothing is seen here.
    const seen = (await users()).users.find(({ id }) => id === user.id)
    expect(seen?.grants.map(({ role }) => role)).toEqual(['reader'])
  })

  it('is listed, replaced by a later one, and taken back', async () => {
    const email = newEmail()
    const earlier = linkOf(await invite(email, 'reader'))
    const later = linkOf(await invite(email, 'finance'))
    const list = async () =>
      (await owner.send('GET /admin/v1/invitations')).body
        .invitations as unknown as readonly AdminInvitation[]
    expect((await list()).map(({ role }) => role)).toEqual(['finance'])
    expect((await accept(earlier)).status).toBe(404)
    const [{ id } = { id: '' }] = await list()
    const stranger = await signedIn(gateway(), await addUser(gateway(), { [foreign.id]: 'owner' }))
    expect((await stranger.send(`DELETE /admin/v1/invitations/${id}`)).status).toBe(404)
    expect((await owner.send(`DELETE /admin/v1/invitations/${id}`)).status).toBe(200)
    expect(await list()).toEqual([])
    expect((await accept(later)).status).toBe(404)
  })

  it('is good for seven days', async () => {
    const link = linkOf(await invite(newEmail(), 'reader'))
    gateway().clock.advance(7 * 24 * 3_600_000)
    expect((await accept(link)).status).toBe(404)
  })

  it('is stored without its link, and repeated without it under its Idempotency-Key', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const form = { email: newEmail(), role: 'reader' }
    const send = () => owner.send('POST /admin/v1/invitations', form, headers)
    const [first, again] = [await send(), await send()]
    const { link, ...others } = first.body
    expect(again.body).toEqual({ ...others, alreadyShown: ['link'] })
    expect(link).toBeDefined()
    const [row] = await gateway().store.read.invitationsBelow(root)
    expect(JSON.stringify(row)).not.toContain(linkOf(first).split('#')[1])
  })

  it('of an owner of a channel reaches no further than that', async () => {
    const channel = channelOf(merchant)
    const small = await signedIn(gateway(), await addUser(gateway(), { [channel]: 'owner' }))
    expect((await invite(newEmail(), 'owner', {}, small)).body.entity).toMatchObject({
      id: channel,
    })
    const above = await invite(newEmail(), 'reader', { entityId: merchant.id }, small)
    expect(above.status).toBe(403)
  })

  it('cannot be for another tree', async () => {
    const { status } = await invite(newEmail(), 'reader', { entityId: foreign.id })
    expect(status).toBe(403)
  })

  it('can be made by an access token of an administrator', async () => {
    const token = newAccessToken()
    await gateway().store.commit([tokenOf(merchant.id, token, true)])
    const form = { email: newEmail(), role: 'owner' }
    const { body } = await sendBare(gateway(), 'POST /admin/v1/invitations', { token, form })
    expect(body).toMatchObject({ invitedBy: 'an access token', entity: { id: merchant.id } })
  })

  it('above a hundred of an entity is refused', async () => {
    const row = {
      entityId: root,
      role: 'reader',
      invitedBy: 'x',
      createdAtMs: 1,
      expiresAtMs: gateway().clock.now() + 1,
    } as const
    await gateway().store.commit(
      Array.from({ length: 100 }, (_, at) => ({
        kind: 'insertInvitation',
        row: { ...row, id: `${root}${at}`, email: `${at}@shop.example` },
      })),
    )
    expect((await invite(newEmail(), 'reader')).status).toBe(400)
    expect((await invite('7@shop.example', 'reader')).status).toBe(200)
  })
})

describe('a role', () => {
  it('is changed, which ends the sessions of its user', async () => {
    const user = await addUser(gateway(), { [root]: 'reader' })
    const browser = await signedIn(gateway(), user)
    const { status, body } = await post(`/users/${user.id}/role`, { role: 'finance' })
    expect([status, body.grants]).toEqual([200, [expect.objectContaining({ role: 'finance' })]])
    expect((await browser.send('GET /admin/v1/session')).status).toBe(401)
    const again = await signedIn(gateway(), user)
    expect((await again.send('GET /admin/v1/session')).body.role).toBe('finance')
  })

  it('stands in the audit log with the address of its user, and with the role before', async () => {
    const user = await addUser(gateway(), { [root]: 'reader' })
    await post(`/users/${user.id}/role`, { role: 'finance' })
    await owner.send(`DELETE /admin/v1/users/${user.id}/role`)
    const rows = await gateway().store.read.auditEntriesBefore(root, 1e9, 4)
    expect(rows.map(({ result, facts }) => [result, JSON.parse(facts)]).toReversed()).toEqual([
      ...['asked', '000.000.100'].map((result) => [
        result,
        [
          ['role', 'finance'],
          ['user', user.email],
          ['role before', 'reader'],
        ],
      ]),
      ...['asked', '000.000.100'].map((result) => [
        result,
        [
          ['user', user.email],
          ['role before', 'finance'],
        ],
      ]),
    ])
  })

  it('of a foreign user names nobody in the audit log', async () => {
    const stranger = await addUser(gateway(), { [foreign.id]: 'owner' })
    expect((await post(`/users/${stranger.id}/role`, { role: 'reader' })).status).toBe(404)
    const rows = await gateway().store.read.auditEntriesBefore(root, 1e9, 2)
    expect(rows.map(({ subject }) => subject)).toEqual([stranger.id, stranger.id])
    expect(JSON.stringify(rows)).not.toContain(stranger.email)
  })

  it('is added on an entity below, and taken from there', async () => {
    const user = await addUser(gateway(), { [root]: 'reader' })
    const form = { role: 'owner', entityId: merchant.id }
    expect((await post(`/users/${user.id}/role`, form)).body.grants).toHaveLength(2)
    const path = `DELETE /admin/v1/users/${user.id}/role?entityId=${merchant.id}`
    expect((await owner.send(path)).body.grants).toHaveLength(1)
    expect((await owner.send(path)).status).toBe(404)
  })

  it('that was taken leaves a user whom nobody sees and who cannot sign in', async () => {
    const user = await addUser(gateway(), { [root]: 'reader' })
    expect((await owner.send(`DELETE /admin/v1/users/${user.id}/role`)).status).toBe(200)
    expect((await users()).users.some(({ id }) => id === user.id)).toBe(false)
    const form = { email: user.email, password: PASSWORD }
    const { status } = await openBrowser(gateway()).send('POST /admin/v1/session', form)
    expect(status).toBe(403)
  })

  it('of the last owner of a root stays', async () => {
    const [self] = (await users()).users
    const path = `/users/${self?.id}/role`
    expect((await post(path, { role: 'reader' })).status).toBe(400)
    expect((await owner.send(`DELETE /admin/v1${path}`)).status).toBe(400)
    await addUser(gateway(), { [root]: 'owner' }, { state: 'blocked' })
    expect((await post(path, { role: 'reader' })).status).toBe(400)
    await addUser(gateway(), { [root]: 'owner' })
    expect((await post(path, { role: 'reader' })).status).toBe(200)
  })

  it('of two owners who remove each other at once stays with one', async () => {
    const other = await addUser(gateway(), { [root]: 'owner' })
    const self = (await users()).users.find(({ id }) => id !== other.id)
    const second = await signedIn(gateway(), other)
    const answers = await Promise.all([
      owner.send(`DELETE /admin/v1/users/${other.id}/role`),
      second.send(`DELETE /admin/v1/users/${self?.id}/role`),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await gateway().store.read.ownerGrants(root)).toHaveLength(1)
  })

  it('of a user of another tree cannot be seen nor changed', async () => {
    const stranger = await addUser(gateway(), { [foreign.id]: 'reader' })
    expect((await post(`/users/${stranger.id}/role`, { role: 'reader' })).status).toBe(404)
    expect((await post(`/users/${stranger.id}/block`)).status).toBe(404)
    expect((await owner.send(`DELETE /admin/v1/users/${stranger.id}/role`)).status).toBe(404)
  })

  it('is given by owners alone', async () => {
    const user = await addUser(gateway(), { [root]: 'reader' })
    for (const role of ['administrator', 'finance', 'support', 'reader'] as const) {
      const browser = await signedIn(gateway(), await addUser(gateway(), { [root]: role }))
      expect((await post(`/users/${user.id}/role`, { role: 'owner' }, browser)).status).toBe(403)
      expect((await browser.send('GET /admin/v1/users')).status).toBe(403)
    }
  })

  it('is not given by an owner who has less on the entity below', async () => {
    const user = await addUser(gateway(), { [root]: 'reader' })
    const mixed = await addUser(gateway(), { [root]: 'owner', [merchant.id]: 'reader' })
    const browser = await signedIn(gateway(), mixed)
    const form = { role: 'reader', entityId: merchant.id }
    await browser.send('POST /admin/v1/session/entity', { entityId: root })
    expect((await post(`/users/${user.id}/role`, form, browser)).status).toBe(403)
    expect((await post(`/users/${user.id}/role`, { role: 'support' }, browser)).status).toBe(200)
  })
})

describe('a blocked user', () => {
  it('is signed out, cannot sign in, and can again once unblocked', async () => {
    const user = await addUser(gateway(), { [root]: 'reader' })
    const browser = await signedIn(gateway(), user)
    expect((await post(`/users/${user.id}/block`)).body.state).toBe('blocked')
    expect((await browser.send('GET /admin/v1/session')).status).toBe(401)
    await expect(signedIn(gateway(), user)).rejects.toThrow('is wrong')
    expect((await post(`/users/${user.id}/unblock`)).body.state).toBe('active')
    expect((await signedIn(gateway(), user)).cookie).not.toBe('')
  })

  it('is locked in no browser any more once unblocked, also where its wrong tries were made', async () => {
    const user = await addUser(gateway(), { [root]: 'reader' })
    const [signedOut, alive] = [await signedIn(gateway(), user), await signedIn(gateway(), user)]
    await signedOut.send('DELETE /admin/v1/session')
    for (const browser of [signedOut, alive]) {
      gateway().clock.advance(60_000)
      const send = (password: string) =>
        browser.send('POST /admin/v1/session', { email: user.email, password })
      for (let count = 1; count <= 10; count++) await send('wrong 1')
      expect((await send(PASSWORD)).status).toBe(401)
    }
    await owner.send('GET /admin/v1/session')
    expect((await post(`/users/${user.id}/unblock`)).body.state).toBe('active')
    gateway().clock.advance(60_000)
    const form = { email: user.email, password: PASSWORD }
    for (const browser of [signedOut, alive]) {
      expect((await browser.send('POST /admin/v1/session', form)).status).toBe(200)
    }
  })

  it('loses the invitations that it has made', async () => {
    const other = await addUser(gateway(), { [root]: 'owner' })
    const link = linkOf(await invite(newEmail(), 'owner', {}, await signedIn(gateway(), other)))
    await post(`/users/${other.id}/block`)
    expect((await accept(link)).status).toBe(404)
  })

  it('is never the last owner, nor oneself, nor somebody with roles elsewhere', async () => {
    const [self] = (await users()).users
    expect((await post(`/users/${self?.id}/block`)).status).toBe(400)
    const both = await addUser(gateway(), { [root]: 'reader', [foreign.id]: 'reader' })
    expect((await post(`/users/${both.id}/block`)).status).toBe(403)
  })
})

describe('the sessions of a colleague', () => {
  const isSignedIn = async (browser: Browser) =>
    (await browser.send('GET /admin/v1/session')).status === 200

  it('are ended without a block, and the colleague reads why', async () => {
    const user = await addUser(gateway(), { [merchant.id]: 'finance' })
    const [one, other] = [await signedIn(gateway(), user), await signedIn(gateway(), user)]
    const ended = await owner.send(`DELETE /admin/v1/users/${user.id}/sessions`)
    expect([ended.status, ended.body.state]).toEqual([200, 'active'])
    for (const browser of [one, other]) {
      const { status, body } = await browser.send('GET /admin/v1/session')
      expect([status, body.ended]).toEqual([401, 'byColleague'])
    }
    expect(await isSignedIn(await signedIn(gateway(), user))).toBe(true)
  })

  it('go on where those are ended who only lie elsewhere, and for oneself', async () => {
    const stranger = await addUser(gateway(), { [foreign.id]: 'reader' })
    const browser = await signedIn(gateway(), stranger)
    const path = `DELETE /admin/v1/users/${stranger.id}/sessions`
    expect((await owner.send(path)).status).toBe(404)
    expect(await isSignedIn(browser)).toBe(true)
    const [self] = (await users()).users
    expect((await owner.send(`DELETE /admin/v1/users/${self?.id}/sessions`)).status).toBe(400)
    expect(await isSignedIn(owner)).toBe(true)
  })

  it('are not ended by who may do less', async () => {
    const boss = await addUser(gateway(), { [root]: 'owner' })
    const browser = await signedIn(gateway(), boss)
    const below = await signedIn(gateway(), await addUser(gateway(), { [merchant.id]: 'owner' }))
    expect((await below.send(`DELETE /admin/v1/users/${boss.id}/sessions`)).status).toBe(404)
    expect(await isSignedIn(browser)).toBe(true)
  })
})

describe('the end of a session', () => {
  const MINUTE_MS = 60_000

  it.each([
    ['idle', async () => gateway().clock.advance(16 * MINUTE_MS)],
    ['blocked', (id: string) => post(`/users/${id}/block`)],
    ['roleChanged', (id: string) => post(`/users/${id}/role`, { role: 'reader' })],
    ['elsewhere', (_id: string, other: Browser) => endOther(other)],
    ['passwordChanged', (_id: string, other: Browser) => changePassword(other)],
  ] as const)('is told to the holder of its cookie alone: %s', async (reason, end) => {
    const user = await addUser(gateway(), { [root]: 'finance' })
    const browser = await signedIn(gateway(), user)
    const other = await signedIn(gateway(), user)
    await end(user.id, other)
    const { status, body } = await browser.send('GET /admin/v1/session')
    expect([status, body.ended]).toEqual([401, reason])
    for (const texts of [english, german]) expect(texts).toHaveProperty([`ended.${reason}`])
    const stranger = openBrowser(gateway())
    stranger.cookie = browser.cookie.replace(/=.{4}/, '=abcd')
    const told = await stranger.send('GET /admin/v1/session')
    expect([told.status, told.body.ended]).toEqual([401, undefined])
  })

  it('is not told to who has signed out', async () => {
    const browser = await signedIn(gateway(), await addUser(gateway(), { [root]: 'finance' }))
    const { cookie } = browser
    await browser.send('DELETE /admin/v1/session')
    browser.cookie = cookie
    const { status, body } = await browser.send('GET /admin/v1/session')
    expect([status, body.ended]).toEqual([401, undefined])
  })

  async function endOther(browser: Browser) {
    const { body } = await browser.send('GET /admin/v1/sessions')
    const { sessions } = body as unknown as {
      readonly sessions: readonly { readonly id: string; readonly isThis: boolean }[]
    }
    for (const { id, isThis } of sessions) {
      if (!isThis) await browser.send(`DELETE /admin/v1/sessions/${id}`)
    }
  }

  function changePassword(browser: Browser) {
    const form = { password: PASSWORD, newPassword: '9 kites in a strong wind' }
    return browser.send('POST /admin/v1/profile/password', form)
  }
})

describe('the list of users', () => {
  it('has those of the entity and below it, with state and last request', async () => {
    const nowMs = gateway().clock.now()
    const user = await addUser(
      gateway(),
      { [merchant.id]: 'support' },
      { lockedUntilMs: nowMs + 1 },
    )
    const { users: all } = await users()
    expect(all).toHaveLength(2)
    expect(all.find(({ id }) => id === user.id)).toMatchObject({
      state: 'locked',
      hasTotp: false,
      grants: [{ entity: { id: merchant.id }, role: 'support' }],
    })
    expect(all.find(({ id }) => id !== user.id)?.lastSeenAt).toBeDefined()
    expect((await users(`?entityId=${merchant.id}`)).users).toHaveLength(1)
    expect((await users(`?entityId=${channelOf(merchant)}`)).users).toHaveLength(0)
  })

  it('is read in parts of a hundred', async () => {
    for (let count = 1; count <= 104; count++) await addUser(gateway(), { [merchant.id]: 'reader' })
    const first = await users()
    const second = await users(`?after=${first.next}`)
    expect([first.users.length, second.users.length, second.next]).toEqual([100, 5, undefined])
  })
})
