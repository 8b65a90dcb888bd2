import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type WalletName, walletNames } from '../../parameters/mobile-wallets.ts'
import { decrypt, makeToken } from './wallets.fixture.ts'

const RUNS = 150
const FIRST_DIGITS = '42000000'

const textEdit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.integer({ min: 0, max: 40 }),
  put: fc.oneof(fc.string({ maxLength: 3 }), fc.base64String({ maxLength: 8 })),
})

function edited(text: string, edits: readonly { at: number; removed: number; put: string }[]) {
  return edits.reduce((before, { at, removed, put }) => {
    const from = Math.floor(at * before.length)
    return before.slice(0, from) + put + before.slice(from + removed)
  }, text)
}

/** Refused for what it is; or changed only where nobody signs, and then it is the same card. */
async function expectNothingNew(wallet: WalletName, token: string, original: unknown) {
  const result = await decrypt(wallet, token)
  if (!('refused' in result)) {
    expect(result).toEqual(original)
    return
  }
  expect(result.code).toBe('200.100.603')
  expect(result.description).toMatch(/^The token \w+\.paymentToken cannot be used: it \w/)
  expect(result.description).not.toContain(FIRST_DIGITS)
}

describe.each(walletNames)('tokens of %s', (wallet) => {
  test('give no other card and throw nothing when they were edited', async () => {
    const token = await makeToken(wallet)
    const original = await decrypt(wallet, token)
    const edits = fc.array(textEdit, { minLength: 1, maxLength: 3 })
    const property = fc.asyncProperty(edits, (each) =>
      expectNothingNew(wallet, edited(token, each), original),
    )
    await fc.assert(property, { numRuns: RUNS })
  })

  test('throw nothing for any input', async () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.json(),
      fc.base64String({ maxLength: 200 }),
      fc.array(fc.base64String({ maxLength: 20 }), { maxLength: 6 }).map((all) => all.join('.')),
    )
    const property = fc.asyncProperty(anything, (token) => expectNothingNew(wallet, token, null))
    await fc.assert(property, { numRuns: RUNS })
  })
})

/** Every member of a token that is a text, by its path. */
const members: Readonly<Record<'applePay' | 'googlePay', readonly (readonly string[])[]>> = {
  applePay: [
    ['version'],
    ['data'],
    ['signature'],
    ['header', 'ephemeralPublicKey'],
    ['header', 'publicKeyHash'],
    ['header', 'transactionId'],
  ],
  googlePay: [
    ['protocolVersion'],
    ['signature'],
    ['signedMessage'],
    ['intermediateSigningKey', 'signedKey'],
    ['intermediateSigningKey', 'signatures', '0'],
  ],
}

type Tree = { [name: string]: Tree | unknown }

function withMember(token: string, path: readonly string[], change: (value: string) => unknown) {
  const root = JSON.parse(token) as Tree
  const parent = path.slice(0, -1).reduce((tree, name) => tree[name] as Tree, root)
  const last = path.at(-1) ?? ''
  parent[last] = change(String(parent[last]))
  return JSON.stringify(root)
}

describe.each(['applePay', 'googlePay'] as const)('members of a token of %s', (wallet) => {
  test('are refused when they contain something else', async () => {
    const token = await makeToken(wallet)
    const property = fc.asyncProperty(
      fc.constantFrom(...members[wallet]),
      fc.jsonValue(),
      async (path, value) => {
        const result = await decrypt(
          wallet,
          withMember(token, path, () => value),
        )
        expect(result).toMatchObject({ code: '200.100.603' })
      },
    )
    await fc.assert(property, { numRuns: RUNS })
  })

  test('are refused when one bit of the signed part is changed', async () => {
    const token = await makeToken(wallet)
    // Beside what is signed, CMS holds bytes that nobody signs and nobody reads.
    const signed = members[wallet].filter(
      ([first]) => wallet === 'googlePay' || first !== 'signature',
    )
    const property = fc.asyncProperty(
      fc.constantFrom(...signed),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.integer({ min: 0, max: 6 }),
      async (path, at, bit) => {
        const flipped = withMember(token, path, (value) => {
          const bytes = Buffer.from(value)
          const index = Math.floor(at * bytes.length)
          bytes[index] = (bytes[index] ?? 0) ^ (1 << bit)
          return bytes.toString()
        })
        // A letter of hex in the other case is the same byte.
        fc.pre(flipped.toLowerCase() !== token.toLowerCase() || path[1] !== 'transactionId')
        expect(await decrypt(wallet, flipped)).toMatchObject({ code: '200.100.603' })
      },
    )
    await fc.assert(property, { numRuns: RUNS })
  })
})

test('are refused when one bit of any part of a samsungPay token is changed', async () => {
  const parts = (await makeToken('samsungPay')).split('.')
  const property = fc.asyncProperty(
    // The second part, an encrypted key, is empty with ECDH-ES.
    fc.constantFrom(0, 2, 3, 4),
    fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    fc.integer({ min: 0, max: 7 }),
    async (part, at, bit) => {
      const bytes = Buffer.from(parts[part] ?? '', 'base64url')
      const index = Math.floor(at * bytes.length)
      bytes[index] = (bytes[index] ?? 0) ^ (1 << bit)
      const flipped = parts.with(part, bytes.toString('base64url')).join('.')
      expect(await decrypt('samsungPay', flipped)).toMatchObject({ code: '200.100.603' })
    },
  )
  await fc.assert(property, { numRuns: RUNS })
})
