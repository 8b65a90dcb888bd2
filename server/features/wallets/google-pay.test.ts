import { createPrivateKey, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { derivedKey } from '../../../sandbox/wallets/derived-keys.ts'
import { createSimulatedProvider } from '../../../sandbox/wallets/provider.ts'
import { decryptGooglePay, openGooglePay } from './google-pay.ts'
import { bytesOfSignedKey, bytesOfSignedMessage } from './google-pay-format.ts'
import { readGoogleRootKeys } from './google-root-keys.ts'
import { spkiOf } from './p256.ts'
import { makeToken, NOW_MS, vaultOf } from './wallets.fixture.ts'

const vault = vaultOf('this one')
const root = derivedKey(vault, 'googlePay root')
const thief = derivedKey(vaultOf('another one'), 'thief')
const { googlePay: keys } = await createSimulatedProvider(vault).walletKeys()

interface Token {
  signature: string
  signedMessage: string
  intermediateSigningKey: { signedKey: string; signatures: string[] }
}

async function altered(alter: (token: Token) => void): Promise<string> {
  const token = JSON.parse(await makeToken('googlePay')) as Token
  alter(token)
  return JSON.stringify(token)
}

const signatureOf = (bytes: Buffer, { privateKey } = root) =>
  sign('sha256', bytes, privateKey).toString('base64')

/** An intermediate key as a root key vouches for it. */
function vouchedFor(signedKey: string, signer = root) {
  return { signedKey, signatures: [signatureOf(bytesOfSignedKey(signedKey), signer)] }
}

const keyText = (members: object) =>
  JSON.stringify({
    keyValue: spkiOf(thief.publicKey).toString('base64'),
    keyExpiration: String(NOW_MS + 1),
    ...members,
  })

/** Signs the message anew, as who has stolen an intermediate key could. */
function signByThief(token: Token): void {
  const bytes = bytesOfSignedMessage(keys.recipientId, token.signedMessage)
  token.signature = signatureOf(bytes, thief)
}

const open = (token: string, from = keys) => decryptGooglePay(token, from, NOW_MS)

describe('an intermediate key', () => {
  test('that a root key has signed may sign messages', async () => {
    const token = await altered((each) => {
      each.intermediateSigningKey = vouchedFor(keyText({}))
      signByThief(each)
    })
    expect(open(token)).toHaveProperty('number')
  })

  test('that has signed itself may not sign messages', async () => {
    const token = await altered((each) => {
      each.intermediateSigningKey = vouchedFor(keyText({}), thief)
      signByThief(each)
    })
    expect(() => open(token)).toThrow('no root key has signed')
  })

  test('is accepted with any of its signatures', async () => {
    const token = await altered(({ intermediateSigningKey: { signatures } }) => {
      signatures.unshift(signatureOf(Buffer.from('something else')))
    })
    expect(open(token)).toHaveProperty('number')
  })

  test.each([
    ['that has expired', { keyExpiration: String(NOW_MS) }, 'has expired (keyExpiration)'],
    ['without an end', { keyExpiration: undefined }, 'keyExpiration'],
    ['that is none', { keyValue: 'bm8ga2V5' }, 'no key of P-256'],
  ])('%s is refused', async (_, members, words) => {
    const token = await altered((each) => {
      each.intermediateSigningKey = vouchedFor(keyText(members))
      signByThief(each)
    })
    expect(() => open(token)).toThrow(words)
  })
})

describe('a root key', () => {
  test('that has expired is not accepted', async () => {
    const token = await makeToken('googlePay')
    const expired = keys.rootKeys.map((key) => ({ ...key, expiresAtMs: NOW_MS }))
    expect(() => open(token, { ...keys, rootKeys: expired })).toThrow('no root key has signed')
  })

  test('may be any of several', async () => {
    const token = await makeToken('googlePay')
    const another = { publicKey: thief.publicKey, expiresAtMs: NOW_MS + 1 }
    const several = { ...keys, rootKeys: [another, ...keys.rootKeys] }
    expect(open(token, several)).toHaveProperty('number')
  })
})

test('a message for another recipient does not verify, though its key would decrypt it', async () => {
  const token = await makeToken('googlePay')
  const recipientId = 'gateway:somebody'
  expect(() => open(token, { ...keys, recipientId })).toThrow('another recipient')
})

test('a message that was signed and encrypted for another key says so', async () => {
  const token = await makeToken('googlePay')
  const privateKey = thief.privateKey
  expect(() => open(token, { ...keys, privateKey })).toThrow('encrypted for another key')
})

test('a message for a merchant of some gateway is refused', async () => {
  const inside = { gatewayMerchantId: 'merchant of another gateway' }
  const token = await makeToken('googlePay', { inside })
  expect(() => open(token)).toThrow('gatewayMerchantId')
})

/** The sample of Google's own libraries (Tink, PaymentDataCryptography), with its public test keys. */
const SAMPLE = {
  roots: {
    keys: [
      {
        keyValue:
          'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEvhuz8WZo0DhP7Lg1AQtpQpm2i7Gr6yBa+i6mVOwz3iepodYVDE9YGLzUwoL8AEsPUz/26Pg3lofL2u04/edeXg==',
        protocolVersion: 'ECv2',
        keyExpiration: '2154841200000',
      },
    ],
  },
  recipientId: 'gateway:ariane',
  privateKey:
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgCPSuFr4iSIaQprjjchHPyDu2NXFe0vDBoTpPkYaK9dehRANCAATnaFz/vQKuO90pxsINyVNWojabHfbx9qIJ6uD7Q7ZSxmtyo/Ez3/o2kDT8g0pIdyVIYktCsq65VoQIDWSh2Bdm',
  atMs: 1_542_319_793_000,
  token: {
    protocolVersion: 'ECv2',
    signature:
      'MEUCIG39tbaQPwJe28U+UMsJmxUBUWSkwlOv9Ibohacer+CoAiEA8Wuq3lLUCwLQ06D2kErxaMg3b/oLDFbd2gcFze1zDqU=',
    intermediateSigningKey: {
      signedKey:
        '{"keyExpiration":"1542394027316","keyValue":"MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE/1+3HBVSbdv+j7NaArdgMyoSAM43yRydzqdg1TxodSzA96Dj4Mc1EiKroxxunavVIvdxGnJeFViTzFvzFRxyCw\\u003d\\u003d"}',
      signatures: [
        'MEYCIQDcXCoB4fYJF3EolxrE2zB+7THZCfKA7cWxSztKceXTCgIhAN/d5eBgx/1A6qKBdH0IS7/aQ7dO4MuEt26OrLCUxZnl',
      ],
    },
    signedMessage:
      '{"tag":"TjkIKzIOvCrFvjf7/aeeL8/FZJ3tigaNnerag68hIaw\\u003d","ephemeralPublicKey":"BLJoTmxP2z7M2N6JmaN786aJcT/L/OJfuJKQdIXcceuBBZ00sf5nm2+snxAJxeJ4HYFTdNH4MOJrH58GNDJ9lJw\\u003d","encryptedMessage":"mleAf23XkKjj"}',
  },
}

describe("Google's own sample of a token", () => {
  const { roots, recipientId, privateKey, atMs, token } = SAMPLE
  const sampleKeys = {
    rootKeys: readGoogleRootKeys(JSON.stringify(roots), atMs),
    recipientId,
    privateKey: createPrivateKey({
      key: Buffer.from(privateKey, 'base64'),
      format: 'der',
      type: 'pkcs8',
    }),
  }
  const openAt = (nowMs: number) => openGooglePay(JSON.stringify(token), sampleKeys, nowMs)

  test('is verified and decrypted', () => {
    expect(openAt(atMs)).toBe('plaintext')
  })

  test('has expired with its intermediate key', () => {
    expect(() => openAt(1_542_394_027_316)).toThrow('has expired (keyExpiration)')
  })
})
