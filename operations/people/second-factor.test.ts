import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { openVault } from '../../server/kernel/vault/vault.ts'
import { user } from '../../server/store/testing/sample-rows.ts'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import { createSecondFactor, newRecoveryCodes } from './second-factor.ts'

it('a second factor that does not open takes no code but a recovery code, and is told', async () => {
  const clock = { now: () => Date.UTC(2026, 10, 20) }
  const vault = await openVault({ store: openMemoryStore(), masterKey: randomBytes(32), clock })
  const other = await openVault({ store: openMemoryStore(), masterKey: randomBytes(32), clock })
  const said: object[] = []
  const log = { error: (fields: object) => void said.push(fields) }
  const factor = createSecondFactor({ vault, log, issuer: 'Tillgate' })
  const { sealed } = await createSecondFactor({ vault: other, log, issuer: 'Tillgate' }).offer(
    user({ id: 'jane' }),
  )
  const { codes, recoveryHashes } = newRecoveryCodes({ id: 'jane' })
  const jane = user({ id: 'jane', totpSealed: sealed, totpOfferSealed: sealed, recoveryHashes })
  expect(await factor.take(jane, '123456', clock.now())).toBeUndefined()
  expect(await factor.confirm(jane, '123456', clock.now())).toBeUndefined()
  expect(said).toEqual([{ userId: 'jane' }, { userId: 'jane' }])
  expect(await factor.take(jane, codes[0] ?? '', clock.now())).toHaveProperty('recoveryHashes')
})
