import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import type { ConnectorOutcome, NamedByProvider } from '../connectors/connector.ts'
import { paymentsOn, prepared, remote } from '../payments.fixture.ts'
import { providerIdOf } from './provider-references.ts'

/** A payment whose connector has answered so, with what is kept of the answer. */
async function paidWith(outcome: ConnectorOutcome, registrationId?: string) {
  const store = openMemoryStore()
  const connector = remote({ send: async () => outcome })
  const { payments } = paymentsOn(connector, store)
  const one = prepared(connector)
  const details = { ...one.details, ...(registrationId === undefined ? {} : { registrationId }) }
  const paid = await payments.pay(async () => ({ ...one, details }))
  if (!('state' in paid)) throw new Error('The payment was refused')
  const kept = await store.read.providerReferencesOfPayments([paid.id])
  return { store, paid, kept }
}

const approved = (...references: NamedByProvider[]): ConnectorOutcome => ({
  kind: 'approved',
  references,
})

describe('what a provider calls a payment', () => {
  it('is kept with its outcome, and found by it', async () => {
    const { store, paid, kept } = await paidWith(
      approved({ kind: 'payment', value: 'pay_1' }, { kind: 'charge', value: 'ch_1' }),
    )
    expect(kept.map(({ kind, value }) => [kind, value])).toEqual([
      ['charge', 'ch_1'],
      ['payment', 'pay_1'],
    ])
    expect(await store.read.providerReference('ch_1', 'charge', 'remote')).toMatchObject({
      paymentId: paid.id,
    })
    expect(await providerIdOf(paid, store)).toBe('pay_1')
    expect(await providerIdOf({ ...paid, connector: 'other' }, store)).toBeUndefined()
  })

  it('is kept of a decline and of a payment that waits', async () => {
    const references = [{ kind: 'payment', value: 'pay_1' }] as const
    const declined = await paidWith({ kind: 'declined', code: '800.100.152', references })
    expect(declined.kept).toHaveLength(1)
    const pending = await paidWith({
      ...{ kind: 'pending', code: '000.200.000', expiresAfterMs: 1000 },
      references,
    })
    expect(pending.kept).toHaveLength(1)
  })

  it('is no more than 20 references of at most 255 characters', async () => {
    const many = Array.from(
      { length: 30 },
      (_, at) => ({ kind: 'charge', value: `c${at}` }) as const,
    )
    const { kept } = await paidWith(
      approved({ kind: 'arn', value: 'x'.repeat(256) }, { kind: 'arn', value: '' }, ...many),
    )
    expect(kept).toHaveLength(20)
    expect(kept.every(({ kind }) => kind === 'charge')).toBe(true)
  })

  it('names the stored details where it stands for them', async () => {
    const { kept } = await paidWith(
      approved({ kind: 'token', value: 'tok_1' }, { kind: 'payment', value: 'pay_1' }),
      'registration',
    )
    expect(kept.map(({ kind, registrationId }) => [kind, registrationId])).toEqual([
      ['payment', null],
      ['token', 'registration'],
    ])
  })
})
