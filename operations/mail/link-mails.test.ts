import { beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../common/durations.ts'
import { useTestGateway } from '../../server/testing/gateway.fixture.ts'
import { addUser, rootOf } from '../people/people.fixture.ts'
import { createLinkMails } from './link-mails.ts'
import { createMailLinks } from './links.ts'
import type { MailParts } from './mail-kind.ts'
import { createOutbox } from './outbox.ts'

const gateway = useTestGateway()
let nowMs: number

beforeAll(() => {
  nowMs = gateway().clock.now()
})

/** As one process has them: a millisecond goes by between any two looks at the clock. */
function linkMails() {
  const { store } = gateway()
  const vault = { keyedHash: (text: string) => text.length.toString(16).padStart(64, '0') }
  const clock = { now: () => ++nowMs, of: () => nowMs, safeNow: () => nowMs }
  const links = createMailLinks({ store, vault })
  const parts = { store, clock, links } as unknown as MailParts
  return createLinkMails(parts, createOutbox(parts))
}

describe('mails with links', () => {
  it('are three in an hour at most, also when two processes are asked for many at once', async () => {
    const root = await rootOf(gateway(), gateway().demo.entityId)
    const { id } = await addUser(gateway(), { [root]: 'reader' })
    const processes = [linkMails(), linkMails()]
    const askedAtOnce = () =>
      Promise.all(processes.flatMap((one) => Array.from({ length: 10 }, () => one.sendReset(id))))
    const count = async () => (await gateway().store.read.mailsOfSubject(id, 100)).length
    await askedAtOnce()
    expect(await count()).toBe(1)
    for (let round = 0; round < 4; round++) await askedAtOnce()
    expect(await count()).toBe(3)
    nowMs += HOUR_MS
    await askedAtOnce()
    expect(await count()).toBe(4)
  })
})
