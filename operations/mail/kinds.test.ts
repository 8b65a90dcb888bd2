import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../common/durations.ts'
import { createAccess } from '../../server/entities/access.ts'
import { sharedClock } from '../../server/kernel/timers/clock.ts'
import type { Change, ChangeSet, MailRow, Store } from '../../server/store/port.ts'
import {
  delivery,
  dispute,
  entity,
  grant,
  payment,
  session,
  token,
  user,
  webhook,
} from '../../server/store/testing/sample-rows.ts'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import { createCausedMails } from './caused.ts'
import { createDueMails } from './due-mails.ts'
import { createMailLinks } from './links.ts'
import { type MessageParts, messageOf } from './message.ts'
import { createOutbox } from './outbox.ts'

const NOW_MS = Date.UTC(2026, 10, 20, 15)

let store: Store
let nowMs: number
const errors: unknown[] = []
const merchant = entity({ kind: 'merchant', settings: '{"timeZone":"Europe/Berlin"}' })
const channel = entity({ kind: 'channel', parentId: merchant.id })
const owner = user({ email: 'owner@shop.example' })

const partsOf = () => {
  const clock = sharedClock({ now: () => nowMs })
  const log = { error: ({ err }: { readonly err?: unknown }) => errors.push(err) } as never
  const links = createMailLinks({ store, vault: { keyedHash: () => 'f'.repeat(64) } })
  return { store, clock, log, links, access: createAccess(store, clock) }
}

beforeEach(async () => {
  store = openMemoryStore()
  nowMs = NOW_MS
  errors.length = 0
  await given(
    { kind: 'insertEntity', row: merchant },
    { kind: 'insertEntity', row: channel },
    { kind: 'insertUser', row: owner },
    { kind: 'insertGrant', row: grant(owner.id, merchant.id, { role: 'owner' }) },
  )
})

async function given(...changes: readonly Change[]): Promise<void> {
  expect(await store.commit(changes)).toMatchObject({ applied: true })
}

/** Commits with the mails that it causes, and answers those. */
async function causedBy(...changes: ChangeSet): Promise<readonly MailRow[]> {
  const parts = partsOf()
  const added = await createCausedMails(parts, createOutbox(parts))(changes)
  await given(...changes, ...(added ?? []))
  expect(errors).toEqual([])
  return (added ?? []).flatMap((change) => (change.kind === 'ensureMail' ? [change.row] : []))
}

/** What a mail says when it is sent. */
const said = async (
  row: MailRow | undefined,
  environments: Pick<MessageParts, 'environment' | 'acquirerEnvironment'> = {
    environment: 'test',
    acquirerEnvironment: 'test',
  },
) =>
  row && messageOf(row, { ...partsOf(), ...environments, officeOrigin: 'https://office.example' })

describe('a dispute', () => {
  const respondByMs = NOW_MS + 10 * DAY_MS
  const target = payment({ entityId: channel.id, amountMinor: 9200 })
  const disputed = () =>
    dispute(target, { respondByMs, outcome: 'open', amountMinor: 9200, reasonCode: '10.4' })

  it('is told when it is opened, with its deadline in the time zone of the merchant', async () => {
    await given({ kind: 'insertPayment', row: target })
    const row = disputed()
    const [mail] = await causedBy({ kind: 'insertDispute', row })
    expect(mail).toMatchObject({ kind: 'disputeOpened', recipient: owner.email, subjectId: row.id })
    const message = await said(mail)
    expect(message?.text.replace(/\s/g, ' ')).toContain('by Nov 30, 2026, 4:00 PM (Europe/Berlin).')
    expect(message?.text).toContain(`https://office.example/backoffice/disputes/${row.id}`)
  })

  it('of a rehearsal of live is told as one, in the language of the mail', async () => {
    await given({ kind: 'insertPayment', row: target })
    const [mail] = await causedBy({ kind: 'insertDispute', row: disputed() })
    const rehearsal = { environment: 'live', acquirerEnvironment: 'test' } as const
    const message = await said(mail, rehearsal)
    expect(message?.subject).toMatch(/^\[Rehearsal\] A payment of/)
    expect(message?.text).toContain('no payment is real')
    const live = await said(mail, { environment: 'live', acquirerEnvironment: 'live' })
    expect(`${live?.subject}${live?.text}`).not.toMatch(/rehears/i)
    const german = mail && (await said({ ...mail, language: 'de' }, rehearsal))
    expect(german?.subject).toMatch(/^\[Probe\]/)
  })

  it('is not told any more once it is answered', async () => {
    await given({ kind: 'insertPayment', row: target })
    const row = disputed()
    const [mail] = await causedBy({ kind: 'insertDispute', row })
    const set = { respondByMs: null, updatedAtMs: NOW_MS }
    expect(
      await causedBy({ kind: 'stepDispute', id: row.id, expectedVersion: row.version, set }),
    ).toEqual([])
    expect(await said(mail)).toBeUndefined()
  })

  it('is told again three days before its deadline, once', async () => {
    await given({ kind: 'insertPayment', row: target }, { kind: 'insertDispute', row: disputed() })
    const look = () => createDueMails(partsOf(), createOutbox(partsOf()))()
    const mails = () => store.read.mailsOfEntities([channel.id], 'g', 10)
    await look()
    expect(await mails()).toEqual([])
    nowMs = respondByMs - 3 * DAY_MS
    await look()
    nowMs += HOUR_MS
    await look()
    expect(errors).toEqual([])
    expect(await mails()).toMatchObject([{ kind: 'disputeDeadline', recipient: owner.email }])
  })
})

describe('an access token', () => {
  const endsMs = NOW_MS + 20 * DAY_MS
  const made = (label: string, columns: { createdAtMs: number; expiresAtMs: number | null }) =>
    ({ kind: 'insertToken', row: token(merchant.id, { label, ...columns }) }) as const

  it('that ends is told two weeks before, once, unless it was made for less', async () => {
    const soon = made('Plugin of the shop', { createdAtMs: NOW_MS, expiresAtMs: endsMs })
    const short = { createdAtMs: NOW_MS + 10 * DAY_MS, expiresAtMs: endsMs }
    const never = { createdAtMs: NOW_MS, expiresAtMs: null }
    await given(soon, made('For a week', short), made('Without an end', never))
    const look = () => createDueMails(partsOf(), createOutbox(partsOf()))()
    const mails = () => store.read.mailsOfEntities([merchant.id], 'g', 10)
    await look()
    expect(await mails()).toEqual([])
    nowMs = endsMs - 14 * DAY_MS
    await look()
    nowMs += DAY_MS
    await look()
    expect(errors).toEqual([])
    const [mail, ...more] = await mails()
    expect([mail?.kind, mail?.recipient, more]).toEqual(['tokenEnding', owner.email, []])
    const message = await said(mail)
    expect(message?.subject).toBe('The access token Plugin of the shop ends soon')
    expect(message?.text).toContain('ends on Dec 10, 2026, 3:00 PM (UTC)')
  })
})

describe('a webhook', () => {
  const hook = webhook({ entityId: merchant.id, url: 'https://shop.example/hook?key=secret' })

  it('that was not reached is told once a day, without what its address hides', async () => {
    const rows = [1, 2].map(() => delivery({ webhookId: hook.id, entityId: channel.id }))
    await given(
      { kind: 'insertWebhook', row: hook },
      ...rows.map((row) => ({ kind: 'insertDelivery', row }) as const),
    )
    for (const { id, version } of rows) {
      const set = { state: 'givenUp', updatedAtMs: NOW_MS } as const
      await causedBy({ kind: 'stepDelivery', id, expectedVersion: version, set })
    }
    const mails = await store.read.mailsOfEntities([merchant.id], 'g', 10)
    expect(mails).toMatchObject([{ kind: 'webhookGivenUp', subjectId: hook.id }])
    const message = await said(mails[0])
    expect(message?.text).toContain('https://shop.example has not taken an event')
    expect(`${message?.text}${message?.html}`).not.toContain('secret')
  })

  it('that is disabled is told', async () => {
    await given({ kind: 'insertWebhook', row: hook })
    const set = { state: 'disabled', updatedAtMs: NOW_MS } as const
    const [mail] = await causedBy({
      kind: 'stepWebhook',
      id: hook.id,
      expectedVersion: hook.version,
      set,
    })
    expect((await said(mail))?.subject).toBe('A webhook is disabled')
  })
})

describe('a sign-in', () => {
  const begun = () => session(owner.id, { entityId: merchant.id, address: '192.0.2.7' })

  it('is told to its user where the browser is new', async () => {
    expect(await causedBy({ kind: 'insertSession', row: begun() })).toEqual([])
    const [mail] = await causedBy({ kind: 'insertSession', row: begun() })
    expect(mail).toMatchObject({ kind: 'newBrowser', recipient: owner.email })
    expect((await said(mail))?.text).toContain('from 192.0.2.7')
  })

  it('is not told where the browser is known', async () => {
    const before = begun()
    await causedBy({ kind: 'insertSession', row: before })
    const set = { failedTries: 0, lockedUntilMs: null, endedAtMs: NOW_MS }
    const { id, version: expectedVersion } = before
    const step = { kind: 'stepSession', id, expectedVersion, set } as const
    expect(await causedBy(step, { kind: 'insertSession', row: begun() })).toEqual([])
  })
})

it('costs a commit that causes none no promise', () => {
  const parts = partsOf()
  const caused = createCausedMails(parts, createOutbox(parts))
  const row = payment({ entityId: channel.id })
  expect(caused([{ kind: 'appendPosting', row: row as never }] as never)).toBeUndefined()
})
