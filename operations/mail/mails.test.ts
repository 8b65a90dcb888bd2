import { beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../common/durations.ts'
import type { MailRow } from '../../server/store/port.ts'
import { eventually } from '../../server/testing/eventually.ts'
import { cardPayment, useTestGateway } from '../../server/testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  type TestMerchant,
} from '../../server/testing/merchants.fixture.ts'
import { addUser, FAST, signedIn } from '../people/people.fixture.ts'
import type { AdminMailList } from './routes.ts'
import type { Message, Posted } from './transport.ts'

/** What the mail server gets, and what it says: that of the last word it was given. */
const sent: Message[] = []
let word: Posted = { kind: 'sent', reply: '250 ok' }

const gateway = useTestGateway({
  ...FAST,
  async postMail(message) {
    sent.push(message)
    return word
  },
})
let merchant: TestMerchant

beforeAll(async () => {
  merchant = await addMerchant(gateway(), {
    settings: () => ({ secondPersonAbove: { EUR: '10.00' } }),
  })
})

const until = <Value>(find: () => Promise<Value | undefined> | Value | undefined) =>
  eventually(async () => {
    const found = await find()
    if (found === undefined) throw new Error('It has not come yet')
    return found
  })

async function mailTo(recipient: string): Promise<MailRow | undefined> {
  const rows = await gateway().store.read.mailsOfEntities(
    [merchant.id, channelOf(merchant)],
    'g',
    100,
  )
  return rows.find((row) => row.recipient === recipient)
}

const ended = (recipient: string) =>
  until(async () => {
    const row = await mailTo(recipient)
    return row?.state === 'waiting' ? undefined : row
  })

/** Asks for a refund that needs a second person, as a person of support. */
async function askForRefund(): Promise<void> {
  const headers = { authorization: `Bearer ${merchant.accessToken}` }
  const paid = await gateway().post('/v1/payments', cardPayment(channelOf(merchant)), headers)
  expect(paid.status).toBe(200)
  const asker = await signedIn(gateway(), await addUser(gateway(), { [merchant.id]: 'support' }))
  const { status } = await asker.send(`POST /admin/v1/payments/${paid.body.id}/operations`, {
    paymentType: 'RF',
    amount: '92.00',
    currency: 'EUR',
    reason: 'The parcel came back',
  })
  expect(status).toBe(202)
  // Mails of one merchant are due one after the other.
  gateway().clock.advance(MINUTE_MS / 2)
}

describe('the mails of a cause', () => {
  it('go to people with the right, each in the own language, and not to who has asked', async () => {
    sent.length = 0
    const anna = await addUser(gateway(), { [merchant.id]: 'finance' }, { mailLanguage: 'de' })
    const owner = await addUser(gateway(), { [merchant.id]: 'owner' })
    const reader = await addUser(gateway(), { [merchant.id]: 'reader' })
    const away = await addUser(gateway(), { [merchant.id]: 'owner' }, { state: 'blocked' })
    const unwanted = { unwantedMails: 'approvalWaiting' }
    const quiet = await addUser(gateway(), { [merchant.id]: 'owner' }, unwanted)
    await askForRefund()
    expect(await ended(anna.email)).toMatchObject({ state: 'sent', attempts: 1, reply: '250 ok' })
    expect(await ended(owner.email)).toMatchObject({ state: 'sent', kind: 'approvalWaiting' })
    expect(sent.map(({ to }) => to).sort()).toEqual([anna.email, owner.email].sort())
    for (const { email } of [reader, away, quiet]) expect(await mailTo(email)).toBeUndefined()
    const [german, english] = [anna, owner].map(({ email }) => sent.find(({ to }) => to === email))
    expect(german?.subject).toBe('92,00\u00a0€ warten auf eine zweite Person')
    expect(english).toMatchObject({ subject: '€92.00 waits for a second person', language: 'en' })
    expect(english?.text).toContain('a refund of €92.00.\nReason: The parcel came back')
    expect(english?.text).toContain('Decide: http://gateway.example/backoffice/approvals')
    expect(english?.html).toContain('href="http://gateway.example/backoffice/approvals"')
  })

  it('are tried again by their plan, and given up at its end', async () => {
    const jane = await addUser(gateway(), { [merchant.id]: 'finance' })
    word = { kind: 'failed', reply: '451 later' }
    await askForRefund()
    await until(async () => ((await mailTo(jane.email))?.attempts === 1 ? true : undefined))
    const waits = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS]
    for (const [at, waitMs] of [...waits, 4 * HOUR_MS, 12 * HOUR_MS, 24 * HOUR_MS].entries()) {
      gateway().clock.advance(waitMs)
      await until(async () => ((await mailTo(jane.email))?.attempts === at + 2 ? true : undefined))
    }
    expect(await ended(jane.email)).toMatchObject({ state: 'givenUp', reply: '451 later' })
    word = { kind: 'sent', reply: '250 ok' }
  })

  it('are not sent where what they tell is over', async () => {
    const joe = await addUser(gateway(), { [merchant.id]: 'finance' })
    word = { kind: 'unreachable', reply: 'nobody listens' }
    await askForRefund()
    const row = await until(async () => {
      const found = await mailTo(joe.email)
      return found?.attempts === 0 && found.reply === null ? undefined : found
    })
    const request = await gateway().store.read.operationRequest(row.subjectId)
    const set = { state: 'rejected', updatedAtMs: gateway().clock.now() } as const
    const step = { id: row.subjectId, expectedVersion: request?.version ?? 0, set }
    await gateway().store.commit([{ kind: 'stepOperationRequest', ...step }])
    word = { kind: 'sent', reply: '250 ok' }
    gateway().clock.advance(MINUTE_MS)
    expect(await ended(joe.email)).toMatchObject({ state: 'dropped' })
  })
})

describe('the list of mails', () => {
  it('shows what became of each, to who may read the audit log', async () => {
    const owner = await signedIn(gateway(), await addUser(gateway(), { [merchant.id]: 'owner' }))
    const { body } = await owner.send('GET /admin/v1/mails?limit=1')
    expect(body).toMatchObject({
      isSetUp: true,
      mails: [{ kind: 'approvalWaiting', entity: { kind: 'channel' } }],
    })
    const next = await owner.send(`GET /admin/v1/mails?cursor=${body.cursor}`)
    expect(next.body.mails).not.toContainEqual((body.mails as unknown as unknown[])[0])
    const support = await addUser(gateway(), { [merchant.id]: 'support' })
    const other = await signedIn(gateway(), support)
    expect((await other.send('GET /admin/v1/mails')).status).toBe(403)
  })

  it('is narrowed by kind, state, address and day, and says which of them there are', async () => {
    const owner = await signedIn(gateway(), await addUser(gateway(), { [merchant.id]: 'owner' }))
    const list = async (query: string) => {
      const { status, body } = await owner.send(`GET /admin/v1/mails?${query.replaceAll(' ', '+')}`)
      expect(status).toBe(200)
      return body as unknown as AdminMailList
    }
    const { mails, kinds, states } = await list('')
    expect(kinds).toContain('approvalWaiting')
    expect(states).toEqual(expect.arrayContaining(['sent', 'givenUp']))
    for (const state of states) {
      const fitting = mails.filter((mail) => mail.state === state)
      expect((await list(`mailState=${state}`)).mails).toEqual(fitting)
    }
    const [{ recipient = '', createdAt = '' } = {}] = mails
    const ofRecipient = await list(`recipient=${recipient.slice(0, 8).toUpperCase()}`)
    expect(ofRecipient.mails).toContainEqual(expect.objectContaining({ recipient }))
    const day = createdAt.slice(0, 10)
    const ofDay = await list(`date.from=${day} 00:00:00&date.to=${day} 23:59:59`)
    expect(ofDay.mails).toEqual(mails.filter((mail) => mail.createdAt.startsWith(day)))
    expect((await list('date.to=2020-01-01 00:00:00')).mails).toEqual([])
    expect((await list('mailKind=payoutMissing')).mails).toEqual([])
    // A page goes on where the one before has ended, and leaves none out.
    const first = await list('mailState=sent&limit=1')
    const second = await list(`mailState=sent&limit=1&cursor=${first.cursor}`)
    const sentMails = mails.filter(({ state }) => state === 'sent')
    expect([...first.mails, ...second.mails]).toEqual(sentMails.slice(0, 2))
    const unknown = await owner.send('GET /admin/v1/mails?mailKind=telegram')
    expect(unknown.status).toBe(400)
  })
})

describe('the choice of a person', () => {
  it('says which mails come, and in which language', async () => {
    const user = await addUser(gateway(), { [merchant.id]: 'finance' })
    const browser = await signedIn(gateway(), user)
    const first = await browser.send('GET /admin/v1/profile/mails')
    const languages = ['de', 'en', 'es', 'fr']
    expect(first.body).toMatchObject({ language: 'en', languages, isSetUp: true })
    expect(first.body.kinds).toContainEqual({ name: 'payoutMissing', isWanted: true })
    const choice = { mailLanguage: 'de', unwantedMails: 'payoutMissing,approvalWaiting' }
    const changed = await browser.send('POST /admin/v1/profile/mails', choice)
    expect(changed.body).toMatchObject({ language: 'de' })
    expect(changed.body.kinds).toContainEqual({ name: 'payoutMissing', isWanted: false })
    await askForRefund()
    expect(await mailTo(user.email)).toBeUndefined()
  })

  it('names no kind that there is not, and none that always comes', async () => {
    const browser = await signedIn(
      gateway(),
      await addUser(gateway(), { [merchant.id]: 'finance' }),
    )
    for (const unwantedMails of ['tea', 'passwordReset', 'newBrowser']) {
      const choice = { mailLanguage: 'en', unwantedMails }
      const { status, body } = await browser.send('POST /admin/v1/profile/mails', choice)
      expect([status, body.result.parameterErrors?.[0]?.name]).toEqual([400, 'unwantedMails'])
    }
  })
})

describe('who has no password of their own yet', () => {
  it('reads and turns off no mails', async () => {
    const user = await addUser(gateway(), { [merchant.id]: 'owner' }, { isFirstPassword: true })
    const browser = await signedIn(gateway(), user)
    const choice = { mailLanguage: 'en', unwantedMails: 'approvalWaiting' }
    expect((await browser.send('GET /admin/v1/profile/mails')).status).toBe(403)
    expect((await browser.send('POST /admin/v1/profile/mails', choice)).status).toBe(403)
    expect((await gateway().store.read.user(user.id))?.unwantedMails).toBe('')
  })
})
