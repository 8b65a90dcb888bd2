import { describe, expect, it } from 'vitest'
import { keptNames, providerIdOf } from '../accounts/provider-references.ts'
import type { Connector, ConnectorOperation, Preparation } from '../connectors/connector.ts'
import { paymentRow } from '../payment-row.fixture.ts'
import { paymentsOn, prepared, remote } from '../payments.fixture.ts'

const { id } = paymentRow()
const references = [{ kind: 'payment', value: 'there-1' }] as const

/** A payment through a connector that prepares what it charges. `during`: what happens while it prepares. */
async function paid(
  preparation: Preparation | Error,
  during: (gateway: ReturnType<typeof paymentsOn>) => unknown = () => undefined,
) {
  const sent: ConnectorOperation[] = []
  const connector: Connector = remote({
    async prepare() {
      await during(gateway)
      if (preparation instanceof Error) throw preparation
      return preparation
    },
    async send(operation) {
      const kept = await gateway.store.read.providerReferencesOfPayments([id])
      expect(kept).toMatchObject(references)
      sent.push(operation)
      return { kind: 'approved' }
    },
  })
  const gateway = paymentsOn(connector)
  await gateway.payments.pay(async () => prepared(connector))
  return { sent, stored: await gateway.store.read.payment(id) }
}

describe('a charge that is prepared', () => {
  it('is sent once what it is called there is written down', async () => {
    const { sent, stored } = await paid({ kind: 'prepared', references })
    expect(sent).toMatchObject([{ paymentId: id, prepared: references }])
    expect(stored?.state).toBe('succeeded')
  })

  it('is not sent where that is declined', async () => {
    const { sent, stored } = await paid({ kind: 'declined', code: '800.100.152' })
    expect(sent).toEqual([])
    expect(stored).toMatchObject({ state: 'failed', resultCode: '800.100.152' })
  })

  it.each([{ kind: 'notSent' }, new Error('lost')] as const)(
    'is not charged after %o',
    async (preparation) => {
      const { sent, stored } = await paid(preparation)
      expect(sent).toEqual([])
      expect(stored).toMatchObject({ state: 'failed', resultCode: '900.100.600' })
    },
  )

  it('is not sent when that took too long, as another process may have given it up', async () => {
    const slow = await paid({ kind: 'prepared', references }, ({ advance }) => advance(10_001))
    expect(slow.sent).toEqual([])
    expect(slow.stored?.state).toBe('failed')
  })

  it('is not sent when its outcome was written meanwhile', async () => {
    const closed = await paid({ kind: 'prepared', references }, ({ recovery }) =>
      recovery.receive(id, { kind: 'declined', code: '100.396.101' }),
    )
    expect(closed.sent).toEqual([])
    expect(closed.stored).toMatchObject({ state: 'failed', resultCode: '100.396.101' })
  })

  it('a second time is found by its newer name, also where the clock of the first was ahead', async () => {
    const connector = remote({ prepare: async () => ({ kind: 'prepared', references }) })
    const { store, payments } = paymentsOn(connector)
    const { operation, ...charge } = prepared(connector)
    const ahead = { ...charge.payment, updatedAtMs: charge.payment.updatedAtMs + 600_000 }
    await store.commit(keptNames(ahead, [{ kind: 'payment', value: 'there-9' }]))
    const second = { ...operation, afterAuthenticationId: 'authentication-2' }
    await payments.pay(async () => ({ ...charge, operation: second }))
    expect(await providerIdOf(charge.payment, store)).toBe('there-1')
  })
})
