import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../common/durations.ts'
import type { UserRow } from '../../server/store/port.ts'
import { eventually } from '../../server/testing/eventually.ts'
import { useTestGateway } from '../../server/testing/gateway.fixture.ts'
import type { Message } from '../mail/transport.ts'
import { addUser, FAST, openBrowser, PASSWORD, rootOf, signedIn } from './people.fixture.ts'

const sent: Message[] = []
const gateway = useTestGateway({
  ...FAST,
  async postMail(message) {
    sent.push(message)
    return { kind: 'sent', reply: '250 ok' }
  },
})
const NEW_PASSWORD = 'another horse 8 battery'
let root: string

beforeAll(async () => {
  root = await rootOf(gateway(), gateway().demo.entityId)
})

beforeEach(() => {
  sent.length = 0
  // Of the next minute: a client may send 20 times in one.
  gateway().clock.advance(MINUTE_MS)
})

const send = (path: string, form: Record<string, string>) =>
  openBrowser(gateway()).send(`POST /admin/v1/${path}`, form)

/** What stands behind # in the link of the next mail to somebody. */
function tokenTo(email: string, kind: string): Promise<string> {
  return eventually(() => {
    gateway().clock.advance(100)
    const mail = sent.findLast(({ to }) => to === email)
    const token = mail && new RegExp(`/backoffice/${kind}#(\\S+)`).exec(mail.text)?.[1]
    if (token === undefined) throw new Error('No mail with a link has come yet')
    return token
  })
}

async function forgotten(user: Pick<UserRow, 'email'>): Promise<string> {
  expect((await send('passwords/forgotten', { email: user.email })).status).toBe(200)
  return tokenTo(user.email, 'password')
}

const reset = (token: string, newPassword = NEW_PASSWORD) =>
  send('passwords/reset', { token, newPassword })

const signIn = (email: string, password: string) => send('session', { email, password })

describe('who has forgotten the password', () => {
  it('gets a link by mail, chooses another one with it, and every session is over', async () => {
    const user = await addUser(gateway(), { [root]: 'reader' })
    const before = await signedIn(gateway(), user)
    const token = await forgotten(user)
    expect((await reset(token)).status).toBe(200)
    expect((await before.send('GET /admin/v1/session')).status).toBe(401)
    expect((await signIn(user.email, PASSWORD)).status).toBe(401)
    expect((await signIn(user.email, NEW_PASSWORD)).status).toBe(200)
  })

  it('is told the same as a stranger, who gets nothing', async () => {
    const user = await addUser(gateway(), { [root]: 'reader' })
    const away = await addUser(gateway(), { [root]: 'reader' }, { state: 'blocked' })
    const answers = await Promise.all(
      [user.email, away.email, 'nobody@shop.example'].map((email) =>
        send('passwords/forgotten', { email }),
      ),
    )
    const said = answers.map(({ status, body: { result } }) => ({ status, result }))
    expect(new Set(said.map((one) => JSON.stringify(one))).size).toBe(1)
    await tokenTo(user.email, 'password')
    const links = sent.filter(({ text }) => text.includes('/password#'))
    expect(links.map(({ to }) => to)).toEqual([user.email])
  })

  it('uses a link once, within an hour, and not after another password was chosen', async () => {
    const user = await addUser(gateway(), { [root]: 'reader' })
    const first = await forgotten(user)
    sent.length = 0
    const second = await forgotten(user)
    expect((await reset(second)).status).toBe(200)
    for (const token of [first, second]) expect((await reset(token)).status).toBe(404)
    sent.length = 0
    const late = await forgotten(user)
    gateway().clock.advance(HOUR_MS)
    expect((await reset(late, 'a third horse 9 battery')).status).toBe(404)
  })

  it('may ask three times in an hour', async () => {
    const user = await addUser(gateway(), { [root]: 'reader' })
    for (let at = 0; at < 3; at += 1) {
      sent.length = 0
      await forgotten(user)
    }
    sent.length = 0
    await send('passwords/forgotten', { email: user.email })
    const other = await addUser(gateway(), { [root]: 'reader' })
    await forgotten(other)
    expect(sent.map(({ to }) => to)).toEqual([other.email])
  })

  it('chooses no password that may not be, and no link of somebody else', async () => {
    const [user, other] = [
      await addUser(gateway(), { [root]: 'reader' }),
      await addUser(gateway(), { [root]: 'reader' }),
    ]
    const token = await forgotten(user)
    const weak = await reset(token, 'short')
    expect(weak.body.result.parameterErrors?.[0]?.name).toBe('newPassword')
    expect((await reset(token, PASSWORD)).status).toBe(400)
    const [id, proof = ''] = (await forgotten(other)).split('.')
    const [own] = token.split('.')
    expect((await reset(`${own}.${proof}`)).status).toBe(404)
    expect((await reset(`${id}.${'0'.repeat(64)}`)).status).toBe(404)
    expect((await reset(token)).status).toBe(200)
  })

  it('leaves who has a second factor locked after wrong codes', async () => {
    const lockedUntilMs = gateway().clock.now() + 20 * 60_000
    const locked = { failedTries: 10, lockedUntilMs, totpSealed: 'sealed' }
    const user = await addUser(gateway(), { [root]: 'owner' }, locked)
    expect((await reset(await forgotten(user))).status).toBe(200)
    expect(await gateway().store.read.user(user.id)).toMatchObject({ lockedUntilMs })
    const open = await addUser(gateway(), { [root]: 'owner' }, { ...locked, totpSealed: null })
    await reset(await forgotten(open))
    expect(await gateway().store.read.user(open.id)).toMatchObject({ lockedUntilMs: null })
  })

  it('keeps the second factor, and the new password is in no mail and no log', async () => {
    const user = await addUser(gateway(), { [root]: 'owner' })
    const token = await forgotten(user)
    await reset(token)
    const owner = await addUser(gateway(), { [root]: 'owner' })
    const { body } = await (await signedIn(gateway(), owner)).send('GET /admin/v1/audit')
    expect(JSON.stringify(body)).toContain('passwords.reset')
    expect(JSON.stringify(body)).not.toContain(token.slice(33))
    expect(JSON.stringify(await gateway().store.read.mailsOfSubject(user.id, 9))).not.toContain(
      token.slice(33),
    )
  })
})

describe('an invitation', () => {
  const role = { role: 'support' }

  async function invited(email: string) {
    const owner = await signedIn(gateway(), await addUser(gateway(), { [root]: 'owner' }))
    const { status, body } = await owner.send('POST /admin/v1/invitations', { ...role, email })
    expect(status).toBe(200)
    return body
  }

  it('is mailed, and taken by the link of its mail', async () => {
    await invited('new@shop.example')
    const token = await tokenTo('new@shop.example', 'invitation')
    const offer = await send('invitations/offer', { token })
    expect(offer.body).toMatchObject({ email: 'new@shop.example', role: 'support' })
    const taken = { token, name: 'Joe Jones', password: PASSWORD }
    expect((await send('invitations/acceptance', taken)).status).toBe(200)
    expect((await signIn('new@shop.example', PASSWORD)).status).toBe(200)
    expect((await send('invitations/acceptance', taken)).status).toBe(404)
  })

  it('is mailed once more when the hour of its link is over, to the same address', async () => {
    await invited('late@shop.example')
    const token = await tokenTo('late@shop.example', 'invitation')
    gateway().clock.advance(HOUR_MS)
    const offer = await send('invitations/offer', { token })
    expect([offer.status, offer.body.needs]).toEqual([404, 'link'])
    sent.length = 0
    expect((await send('invitations/mail', { token })).status).toBe(200)
    const fresh = await tokenTo('late@shop.example', 'invitation')
    expect((await send('invitations/offer', { token: fresh })).status).toBe(200)
    const strange = `${'0'.repeat(32)}.${'0'.repeat(64)}`
    expect((await send('invitations/mail', { token: strange })).status).toBe(200)
    expect(sent).toHaveLength(1)
  })

  it('that is taken back is not opened by its mail', async () => {
    const owner = await signedIn(gateway(), await addUser(gateway(), { [root]: 'owner' }))
    const form = { ...role, email: 'gone@shop.example' }
    const { body } = await owner.send('POST /admin/v1/invitations', form)
    const token = await tokenTo('gone@shop.example', 'invitation')
    await owner.send(`DELETE /admin/v1/invitations/${body.id}`)
    const offer = await send('invitations/offer', { token })
    expect([offer.status, offer.body.needs]).toEqual([404, undefined])
  })
})
