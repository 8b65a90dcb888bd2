import { describe, expect, it } from 'vitest'
import type { AuthenticationRow, PaymentRow, Store } from '../port.ts'
import { authentication, confidential, payment, timeAt, vaultKey } from '../testing/sample-rows.ts'

/** A payment that waits for an authentication, with its sealed security code. */
async function waiting(store: Store) {
  const key = vaultKey()
  const row: PaymentRow = payment({ state: 'authenticating' })
  const one = authentication(row)
  const secret = confidential(row, key.id)
  const committed = await store.commit([
    { kind: 'insertVaultKey', row: key },
    { kind: 'insertPayment', row },
    { kind: 'insertAuthentication', row: one },
    { kind: 'insertConfidential', row: secret },
  ])
  expect(committed).toEqual({ applied: true })
  return { row, one, secret }
}

type Step = Partial<Pick<AuthenticationRow, 'state' | 'data' | 'updatedAtMs'>>

function stepped({ id, version }: AuthenticationRow, set: Step) {
  const full = { updatedAtMs: timeAt(1), ...set }
  return { kind: 'stepAuthentication', id, expectedVersion: version, set: full } as const
}

/** What every engine promises of authentications, and of what is sealed while a payment waits. */
export function describeAuthentications(open: () => Promise<Store>): void {
  describe('authentications', () => {
    it('are read as they were written', async () => {
      const store = await open()
      const { row, one, secret } = await waiting(store)
      expect(await store.read.authentication(one.id)).toEqual(one)
      expect(await store.read.confidential(row.id)).toEqual(secret)
    })

    it('are stepped by the one who knows their version', async () => {
      const store = await open()
      const { one } = await waiting(store)
      const set = { state: 'challenge', data: '{}', updatedAtMs: one.updatedAtMs + 1 } as const
      expect(await store.commit([stepped(one, set)])).toEqual({ applied: true })
      expect(await store.commit([stepped(one, { state: 'failed' })])).toMatchObject({
        applied: false,
        reason: 'version',
        at: 0,
      })
      expect(await store.read.authentication(one.id)).toEqual({ ...one, ...set, version: 2 })
    })

    it('are there once for each id', async () => {
      const store = await open()
      const { one } = await waiting(store)
      const again = await store.commit([{ kind: 'insertAuthentication', row: one }])
      expect(again).toMatchObject({ applied: false, at: 0 })
    })

    it('lose what was sealed with the commit that ends the wait, or keep both', async () => {
      const store = await open()
      const { row, one, secret } = await waiting(store)
      const wipe = { kind: 'deleteConfidential', paymentId: row.id } as const
      const late = stepped({ ...one, version: 7 }, { state: 'passed' })
      expect(await store.commit([wipe, late])).toMatchObject({ applied: false, at: 1 })
      expect(await store.read.confidential(row.id)).toEqual(secret)
      expect(await store.commit([wipe, stepped(one, { state: 'passed' })])).toEqual({
        applied: true,
      })
      expect(await store.read.confidential(row.id)).toBeUndefined()
      expect(await store.commit([wipe])).toEqual({ applied: true })
    })

    it('keep what is sealed once for each payment', async () => {
      const store = await open()
      const { secret } = await waiting(store)
      const again = await store.commit([{ kind: 'insertConfidential', row: secret }])
      expect(again).toMatchObject({ applied: false, at: 0 })
      expect(await store.read.confidential(secret.paymentId)).toEqual(secret)
    })
  })
}
