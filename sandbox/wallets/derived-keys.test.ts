import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { currencyCodes } from '../../common/money.ts'
import { CURVE, pointOf } from '../../server/features/wallets/p256.ts'
import { vaultOf } from '../../server/features/wallets/wallets.fixture.ts'
import { currencyNumber } from '../../server/parameters/iso-codes.ts'
import { derivedKey } from './derived-keys.ts'

const pointUnder = (installation: string, name: string) =>
  pointOf(derivedKey(vaultOf(installation), name).publicKey).toString('hex')

test('a key is the same for every process of an installation', () => {
  expect(pointUnder('one', 'root')).toBe(pointUnder('one', 'root'))
})

test('a key differs by its name and by installation', () => {
  const points = ['root', 'leaf'].flatMap((name) =>
    ['one', 'two'].map((installation) => pointUnder(installation, name)),
  )
  expect(new Set(points).size).toBe(4)
})

test.each([
  ['the smallest scalar', '0'.repeat(64), 1n],
  [
    'the largest scalar',
    // Both halves together are the order less two: the remainder is the largest that there is.
    'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc63254f',
    0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550n,
  ],
])('%s is a key', (_, hash, scalar) => {
  const vault = { keyedHash: (text: string) => (text.endsWith('1') ? '0'.repeat(64) : hash) }
  const curve = createECDH(CURVE)
  curve.setPrivateKey(Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex'))
  expect(pointOf(derivedKey(vault, 'any').publicKey)).toEqual(curve.getPublicKey())
})

test('every currency that can be paid in has its number', () => {
  const active = currencyCodes()
  const numbers = active.map(currencyNumber)
  expect(active.length).toBeGreaterThan(150)
  expect(numbers.filter((number) => !/^[0-9]{3}$/.test(number))).toEqual([])
  expect(new Set(numbers).size).toBe(active.length)
  expect(currencyNumber('EUR')).toBe('978')
})
