import { describe, expect, it } from 'vitest'
import type { Connector, InquiryOutcome } from '../connectors/connector.ts'
import { storedDetails } from '../details.ts'
import { paymentRow } from '../payment-row.fixture.ts'
import { paymentsOn, prepared, remote } from '../payments.fixture.ts'

const { id } = paymentRow()
const softDeclined = { kind: 'declined', code: '300.100.100' } as const

/** A payment whose second charge, after its authentication, was sent and not answered. */
async function chargedAgain(...inquiries: readonly InquiryOutcome[]) {
  let asked = 0
  const connector: Connector = remote({
    send: async () => ({ kind: 'unknown' }),
    inquire: async () => inquiries[Math.min(asked++, inquiries.length - 1)] as InquiryOutcome,
  })
  const gateway = paymentsOn(connector)
  const second = prepared(connector, { authenticationId: 'one' })
  const details = { request: {}, softlyDeclinedAs: ['first'] }
  await gateway.payments.pay(async () => ({
    ...second,
    payment: { ...second.payment, details: storedDetails(second.payment, details) },
    details,
  }))
  return { ...gateway, stored: () => gateway.store.read.payment(id) }
}

describe('the second charge of a payment after a soft decline', () => {
  it('stays unknown when the soft decline of the first one comes late, or again', async () => {
    const { recovery, stored } = await chargedAgain({ kind: 'unknown' })
    await recovery.receive(id, softDeclined)
    expect((await stored())?.state).toBe('intent')
    await recovery.receive(id, { kind: 'approved' })
    expect((await stored())?.state).toBe('succeeded')
  })

  it('that has succeeded stays so when the failure of the first one is told after it', async () => {
    const { recovery, stored } = await chargedAgain({ kind: 'unknown' })
    await recovery.receive(id, { kind: 'approved' })
    await recovery.receive(id, { kind: 'failedLater', code: '300.100.100' })
    expect(await stored()).toMatchObject({ state: 'succeeded', failedLaterAtMs: null })
  })

  it('stays unknown when the first one is told again with another reason', async () => {
    const { recovery, stored } = await chargedAgain({ kind: 'unknown' })
    const again = { kind: 'declined', code: '800.100.152' } as const
    const references = (value: string) => ({ references: [{ kind: 'payment', value }] as const })
    await recovery.receive(id, { ...again, ...references('first') })
    expect((await stored())?.state).toBe('intent')
    await recovery.receive(id, { ...again, ...references('second') })
    expect((await stored())?.state).toBe('failed')
  })

  it('fails with another decline that comes late', async () => {
    const { recovery, stored } = await chargedAgain({ kind: 'unknown' })
    await recovery.receive(id, { kind: 'declined', code: '800.100.152' })
    expect(await stored()).toMatchObject({ state: 'failed', resultCode: '800.100.152' })
  })

  it('is asked for again while the acquirer knows the first one only', async () => {
    const { timers, advance, stored } = await chargedAgain(softDeclined, { kind: 'approved' })
    advance(30_000)
    await timers.runDue()
    expect((await stored())?.state).toBe('intent')
    advance(2 * 60_000)
    await timers.runDue()
    expect((await stored())?.state).toBe('succeeded')
  })

  it('fails with the soft decline when it can no longer be on its way', async () => {
    const { timers, advance, stored } = await chargedAgain(softDeclined)
    for (const delayMs of [30_000, 2 * 60_000]) {
      advance(delayMs)
      await timers.runDue()
    }
    expect(await stored()).toMatchObject({ state: 'failed', resultCode: '300.100.100' })
  })
})
