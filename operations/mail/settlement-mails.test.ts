import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createAccess } from '../../server/entities/access.ts'
import { sharedClock } from '../../server/kernel/timers/clock.ts'
import { grant, user } from '../../server/store/testing/sample-rows.ts'
import { keyedHash, NOW_MS, settledShop } from '../settlement/settlement.fixture.ts'
import { importFolder } from '../settlement/watched-folder.ts'
import { mail } from './feature.ts'
import { messageOf } from './message.ts'

/** A merchant whose owner gets mails, and the mails of a gateway as its process starts them. */
async function mailedShop(nowMs: number) {
  const shop = await settledShop()
  const owner = user({ email: 'owner@shop.example' })
  const role = grant(owner.id, shop.merchantId, { role: 'owner' })
  await shop.store.commit([
    { kind: 'insertUser', row: owner },
    { kind: 'insertGrant', row: role },
  ])
  const clock = sharedClock({ now: () => nowMs })
  const errors: unknown[] = []
  const log = { error: (fields: object) => errors.push(fields), warn: () => undefined } as never
  const parts = {
    environment: 'live',
    acquirerEnvironment: 'live',
    baseUrl: 'https://pay.example',
    officeUrl: 'https://office.example',
    store: shop.store,
    vault: { keyedHash: () => 'f'.repeat(64) } as never,
    access: createAccess(shop.store, clock),
    clock,
    log,
    mailSettings: null,
    postMail: async () => ({ kind: 'sent', reply: '250 ok' }) as const,
  } as const
  const started = mail.start(parts)
  const mails = () => shop.store.read.mailsOfEntities([shop.merchantId], 'g', 10)
  const said = async () => {
    const [row] = await mails()
    const links = undefined as never
    return row && messageOf(row, { ...parts, links, officeOrigin: parts.officeUrl })
  }
  return { shop, started, mails, said, errors, clock, log }
}

it('a file of the watched folder that is refused is mailed to who may import it', async () => {
  const { shop, started, mails, said, clock, log } = await mailedShop(NOW_MS)
  const folder = await mkdtemp(join(tmpdir(), 'settlement-mails-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const place = join(folder, shop.account.id, 'tillgate')
  await mkdir(place, { recursive: true })
  await writeFile(join(place, 'day.csv'), 'no settlement file\n')
  await utimes(join(place, 'day.csv'), NOW_MS / 1000 - 3600, NOW_MS / 1000 - 3600)
  const { store } = shop
  const { onRefusedFile: onRefused } = started
  await importFolder({ settlementFolder: folder, store, keyedHash, clock, log, onRefused })
  expect(await mails()).toMatchObject([
    { kind: 'importFailed', recipient: 'owner@shop.example', subjectId: shop.account.id },
  ])
  expect((await said())?.text).toContain('day.csv')
  expect((await said())?.text).toContain('https://office.example/backoffice/settlements')
})

it('a payout that is late is mailed once, by the work that looks for what is due', async () => {
  // Paid on 20 November: two usual days later it should have come.
  const { shop, started, mails, said, errors } = await mailedShop(Date.UTC(2026, 10, 23, 12))
  await shop.pay()
  const work = started.work ?? []
  for (const { run } of [...work, ...work]) await run()
  expect(errors).toEqual([])
  expect(await mails()).toMatchObject([
    { kind: 'payoutMissing', recipient: 'owner@shop.example', subjectId: shop.account.id },
  ])
  expect((await said())?.text).toContain('https://office.example/backoffice/payouts')
})
