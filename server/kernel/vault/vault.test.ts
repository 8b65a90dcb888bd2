import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import type { Store, VaultRecordRow } from '../../store/port.ts'
import { VaultError } from './aead.ts'
import { type EntityKeys, openVault, type Vault } from './vault.ts'

const NOW_MS = Date.UTC(2026, 10, 20)
const PAN = '4200000000000000'
const clock = { now: () => NOW_MS }
const masterKey = randomBytes(32)
const pans = fc.stringMatching(/^[0-9]{8,19}$/)

let store: Store
let vault: Vault
let keys: EntityKeys

beforeEach(async () => {
  store = openMemoryStore()
  vault = await openVault({ store, masterKey, clock })
  keys = await vault.keysOf('shop')
})

/** What stands after the id of the number key. */
const textOf = ({ sealed: text }: VaultRecordRow): string => text.split('.')[1] ?? ''

function sealed(pan = PAN, id = 'record'): Promise<VaultRecordRow> {
  return vault.sealCard('shop', { id, pan, nowMs: NOW_MS })
}

describe('a card', () => {
  test('is decrypted as it was encrypted', async () => {
    await fc.assert(
      fc.asyncProperty(pans, async (pan) => {
        expect(await vault.openCard(keys, await sealed(pan))).toBe(pan)
      }),
    )
  })

  test('becomes a row with record id, entity, key id and time', async () => {
    const row = await sealed()
    const [key] = (await store.read.vaultKeys()).filter((each) => each.purpose === 'card')
    expect(row).toEqual({
      id: 'record',
      entityId: 'shop',
      keyId: key?.id,
      sealed: expect.stringMatching(/^[0-9a-f]{12}\.[\w-]+$/),
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      createdAtMs: NOW_MS,
    })
  })

  test('is sealed as 12 bytes IV, as many bytes as digits, 16 bytes tag', async () => {
    const row = await sealed()
    expect(Buffer.from(textOf(row), 'base64url')).toHaveLength(12 + PAN.length + 16)
  })

  test('is sealed differently each time', async () => {
    const rows = await Promise.all(Array.from({ length: 500 }, () => sealed()))
    const texts = rows.map((row) => textOf(row).slice(0, 16))
    expect(new Set(texts).size).toBe(texts.length)
  })

  test('has its number nowhere in the row', async () => {
    expect(JSON.stringify(await sealed())).not.toContain(PAN)
  })

  test('opens after a new start with the same master key', async () => {
    const row = await sealed()
    const reopened = await openVault({ store, masterKey, clock })
    expect(await reopened.openCard(await reopened.keysOf('shop'), row)).toBe(PAN)
  })
})

describe('a fingerprint', () => {
  test('is equal only for equal numbers', async () => {
    await fc.assert(
      fc.asyncProperty(pans, pans, async (one, other) => {
        const [first, second, third] = await Promise.all([
          sealed(one),
          sealed(other),
          sealed(one, 'another'),
        ])
        expect(first.fingerprint === second.fingerprint).toBe(one === other)
        expect(third.fingerprint).toBe(first.fingerprint)
        expect(vault.fingerprintOf(one)).toBe(first.fingerprint)
      }),
    )
  })

  test('is the same for all entities of an installation and differs in another one', async () => {
    const card = { id: 'record', pan: PAN, nowMs: NOW_MS }
    const row = await vault.sealCard('neighbour', card)
    expect(row.fingerprint).toBe((await sealed()).fingerprint)

    const elsewhere = await openVault({ store: openMemoryStore(), masterKey, clock })
    const far = await elsewhere.sealCard('shop', card)
    expect(far.fingerprint).not.toBe(row.fingerprint)
  })
})

describe('a record does not open', () => {
  async function expectRefusal(row: VaultRecordRow, using = keys) {
    let message = ''
    try {
      message = `opened: ${await vault.openCard(using, row)}`
    } catch (error) {
      expect(error).toBeInstanceOf(VaultError)
      message = (error as VaultError).message
    }
    expect(message).toMatch(/cannot open|belongs to another/)
    expect(message).not.toContain(PAN)
  }

  test('with any bit of IV, ciphertext or tag flipped', async () => {
    const row = await sealed()
    const [keyId] = row.sealed.split('.')
    const bytes = Buffer.from(textOf(row), 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes)
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      await expectRefusal({ ...row, sealed: `${keyId}.${flipped.toString('base64url')}` })
    }
  })

  test('cut short or grown', async () => {
    const row = await sealed()
    for (let length = 13; length < row.sealed.length; length++) {
      await expectRefusal({ ...row, sealed: row.sealed.slice(0, length) })
    }
    await expectRefusal({ ...row, sealed: `${row.sealed}AAAA` })
  })

  test('in any other spelling of the same bytes', async () => {
    const row = await sealed()
    await expectRefusal({ ...row, sealed: `${row.sealed}=` })
    await expectRefusal({ ...row, sealed: row.sealed.replace('.', '. ') })
  })

  test('under the id of another record', async () => {
    await expectRefusal({ ...(await sealed()), id: 'another' })
  })

  test('as a record of another entity, whatever key it names', async () => {
    const neighbour = await vault.keysOf('neighbour')
    const row = await sealed()
    await expectRefusal(row, neighbour)
    await expectRefusal({ ...row, entityId: 'neighbour' }, neighbour)
    await expectRefusal({ ...row, entityId: 'neighbour', keyId: neighbour.card.id }, neighbour)
  })

  test('with another key id', async () => {
    await expectRefusal({ ...(await sealed()), keyId: 'another' })
  })
})

describe('a credential', () => {
  test('opens for its token only', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(vault.openCredential('hash', vault.sealCredential('hash', text))).toBe(text)
      }),
    )
    const text = vault.sealCredential('hash', 'a token')
    expect(() => vault.openCredential('other hash', text)).toThrow(VaultError)
  })

  test('does not open when altered, and the error does not show it', () => {
    const text = vault.sealCredential('hash', 'a token')
    for (const altered of ['', '.', text.replace('.', ''), `x${text}`, text.slice(0, -2)]) {
      expect(() => vault.openCredential('hash', altered)).toThrow(/^The vault cannot open this/)
    }
  })
})

describe('a keyed hash', () => {
  test('is the same for the same text, also after a restart, and differs for another text', async () => {
    const hash = vault.keyedHash('request')
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect((await openVault({ store, masterKey, clock })).keyedHash('request')).toBe(hash)
    expect(vault.keyedHash('Request')).not.toBe(hash)
  })

  test('differs in another installation', async () => {
    const other = await openVault({ store: openMemoryStore(), masterKey, clock })
    expect(other.keyedHash('request')).not.toBe(vault.keyedHash('request'))
  })

  test('of a card number is not its fingerprint', () => {
    expect(vault.keyedHash(PAN)).not.toBe(vault.fingerprintOf(PAN))
  })
})

describe('the secret of a payment', () => {
  const owner = { paymentId: 'payment', entityId: 'shop' }
  const seal = (text = '{"cvv":"8317"}') =>
    vault.sealSecret(owner, text, { nowMs: NOW_MS, lifeMs: 60_000 })

  test('is decrypted as it was encrypted', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        expect(await vault.openSecret(await seal(text))).toBe(text)
      }),
    )
  })

  test('is sealed under a key of its own purpose, each time anew', async () => {
    const [one, other] = [await seal(), await seal()]
    const [key] = (await store.read.vaultKeys()).filter(({ purpose }) => purpose === 'securityCode')
    expect(one).toMatchObject({ ...owner, keyId: key?.id, createdAtMs: NOW_MS })
    expect(one.keyId).not.toBe(keys.card.id)
    expect(one.sealed).not.toBe(other.sealed)
    expect(one.sealed).not.toContain('8317')
  })

  test('opens in another process with the same master key', async () => {
    const row = await seal()
    const other = await openVault({ store, masterKey, clock })
    expect(await other.openSecret(row)).toBe('{"cvv":"8317"}')
  })

  test('does not open after any of its bits was changed (R-VLT-5)', async () => {
    const row = await seal()
    const [shortId, text = ''] = row.sealed.split('.')
    const bytes = Buffer.from(text, 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const altered = Buffer.from(bytes)
      altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      const sealedAnew = `${shortId}.${altered.toString('base64url')}`
      await expect(vault.openSecret({ ...row, sealed: sealedAnew })).rejects.toThrow(VaultError)
    }
  })

  test.each([
    ['payment', { paymentId: 'another' }],
    ['entity', { entityId: 'another' }],
    ['key', { keyId: 'another' }],
  ])('does not open as that of another %s (R-VLT-5)', async (_what, changed) => {
    const row = { ...(await seal()), ...changed }
    await expect(vault.openSecret(row)).rejects.toThrow(VaultError)
  })
})
