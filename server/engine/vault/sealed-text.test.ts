import { expect, test } from 'vitest'
import { openMemoryStore } from '../store/memory/open-memory-store.ts'
import { VaultError } from './aead.ts'
import { openText, sealText } from './sealed-text.ts'
import { openVault } from './vault.ts'

const vault = await openVault({
  store: openMemoryStore(),
  masterKey: Buffer.alloc(32, 7),
  clock: { now: () => 0 },
})
const keys = await vault.keysOf('8ac7a4c79394bdc801939736f17e063d')

test('a sealed text opens for its own place and entity, and is unreadable before', () => {
  const sealed = sealText(keys, 'checkout one', 'DE89370400440532013000')
  expect(sealed).not.toContain('3704')
  expect(openText(keys, 'checkout one', sealed)).toBe('DE89370400440532013000')
})

test('a sealed text does not open in another place, for another entity, or altered', async () => {
  const sealed = sealText(keys, 'checkout one', 'secret')
  const others = await vault.keysOf('8ac7a4c79394bdc801939736f17e063e')
  const altered = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`
  expect(() => openText(keys, 'checkout two', sealed)).toThrow(VaultError)
  expect(() => openText(others, 'checkout one', sealed)).toThrow(VaultError)
  expect(() => openText(keys, 'checkout one', altered)).toThrow(VaultError)
})

test('the same text is sealed differently each time', () => {
  expect(sealText(keys, 'one', 'text')).not.toBe(sealText(keys, 'one', 'text'))
})
