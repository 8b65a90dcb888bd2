import { X509Certificate } from 'node:crypto'
import { OctetString } from 'asn1js'
import { ContentInfo, EncapsulatedContentInfo, SignedData } from 'pkijs'
import { describe, expect, test } from 'vitest'
import { type ApplePayMaker, makeApplePayToken } from '../../../sandbox/wallets/apple-pay-token.ts'
import { certify, makeAppleChain } from '../../../sandbox/wallets/certificates.ts'
import { derivedKey } from '../../../sandbox/wallets/derived-keys.ts'
import { createSimulatedProvider } from '../../../sandbox/wallets/provider.ts'
import { decryptApplePay } from './apple-pay.ts'
import { INTERMEDIATE_MARKER } from './apple-pay-format.ts'
import { makeToken, NOW_MS, order, vaultOf } from './wallets.fixture.ts'

const vault = vaultOf('this one')
const key = (name: string, at = vault) => derivedKey(at, `applePay ${name}`)
const { applePay: keys } = await createSimulatedProvider(vault).walletKeys()

/** The provider's own side, to change something of it. */
const maker: ApplePayMaker = {
  chain: await makeAppleChain({
    root: key('root'),
    intermediate: key('intermediate'),
    leaf: key('leaf'),
  }),
  leaf: key('leaf'),
  merchantId: keys.merchantId,
  merchantKey: key('recipient').publicKey,
  strangerKey: key('stranger').publicKey,
}

const open = (token: string, nowMs = NOW_MS) => decryptApplePay(token, keys, nowMs)
const madeBy = (more: Partial<ApplePayMaker>) => makeApplePayToken(order, { ...maker, ...more })

/** The chain of somebody who calls himself the provider. */
const thief = vaultOf('another one')
const thiefKeys = {
  root: key('root', thief),
  intermediate: key('intermediate', thief),
  leaf: key('leaf', thief),
}
const thiefChain = await makeAppleChain(thiefKeys)

describe('the chain of a signature', () => {
  test('leads to the root, whichever process has made the certificates', async () => {
    expect(await open(await madeBy({}))).toHaveProperty('number')
  })

  test('of the same names but other keys is refused', async () => {
    const token = await madeBy({ chain: thiefChain, leaf: thiefKeys.leaf })
    await expect(open(token)).rejects.toThrow('do not lead to the trusted root')
  })

  test('is refused if the real intermediate has not signed the leaf', async () => {
    const chain = { ...maker.chain, leaf: thiefChain.leaf }
    const token = await madeBy({ chain, leaf: thiefKeys.leaf })
    await expect(open(token)).rejects.toThrow('do not lead to the trusted root')
  })

  test('is refused if the real certificates are sent without their key', async () => {
    await expect(open(await madeBy({ leaf: thiefKeys.leaf }))).rejects.toThrow('does not fit')
  })

  test.each([
    { serial: 9, place: 'before', words: 'signed by another key' },
    { serial: 3, place: 'before', words: 'signed by another key' },
    { serial: 3, place: 'behind', words: 'does not fit' },
  ])('is of the key that signed: not number $serial $place it', async (own) => {
    const leaf = await certify({
      serial: own.serial,
      name: 'Simulated wallet signer',
      key: thiefKeys.leaf,
      issuer: { name: 'Simulated wallet intermediate', key: thiefKeys.intermediate },
      isAuthority: false,
    })
    const signed = await madeBy({ chain: { ...maker.chain, leaf }, leaf: thiefKeys.leaf })
    const token = await withSignature((signedData) => {
      const leaves = own.place === 'before' ? [leaf, maker.chain.leaf] : [maker.chain.leaf, leaf]
      signedData.certificates = [...leaves, maker.chain.intermediate]
    }, signed)
    await expect(open(token)).rejects.toThrow(own.words)
  })

  test('is refused if its intermediate is no authority', async () => {
    const name = 'Simulated wallet intermediate'
    const intermediate = await certify({
      serial: 2,
      name,
      key: key('intermediate'),
      issuer: { name: 'Simulated wallet root', key: key('root') },
      isAuthority: false,
      marker: INTERMEDIATE_MARKER,
    })
    const token = await madeBy({ chain: { ...maker.chain, intermediate } })
    await expect(open(token)).rejects.toThrow('do not lead to the trusted root')
  })

  test('is refused without the extensions of leaf and intermediate', async () => {
    const chain = { ...maker.chain, intermediate: maker.chain.leaf }
    await expect(open(await madeBy({ chain }))).rejects.toThrow('without the marked certificates')
  })

  test('is refused after its certificates have expired', async () => {
    const nowMs = Date.UTC(2100, 0, 1)
    const token = await makeToken('applePay', { nowMs })
    await expect(open(token, nowMs)).rejects.toThrow('not in force')
  })
})

describe('a signature', () => {
  test('is refused if it contains its own content', async () => {
    const token = await withSignature((signedData) => {
      const eContent = new OctetString({ valueHex: new Uint8Array([1]).buffer })
      const { eContentType } = signedData.encapContentInfo
      signedData.encapContentInfo = new EncapsulatedContentInfo({ eContentType, eContent })
    })
    await expect(open(token)).rejects.toThrow('attached')
  })

  test('is refused with two signers', async () => {
    const token = await withSignature((signedData) => {
      signedData.signerInfos = signedData.signerInfos.flatMap((signer) => [signer, signer])
    })
    await expect(open(token)).rejects.toThrow('cannot be read')
  })

  test('is refused with other algorithms', async () => {
    const token = await withSignature((signedData) => {
      for (const { digestAlgorithm } of signedData.signerInfos) {
        digestAlgorithm.algorithmId = '1.3.14.3.2.26'
      }
    })
    await expect(open(token)).rejects.toThrow('other algorithms')
  })

  test('is refused without a signer', async () => {
    const token = await withSignature((signedData) => {
      signedData.signerInfos = []
    })
    await expect(open(token)).rejects.toThrow('cannot be read')
  })

  test('is refused unread above the size limit', async () => {
    const token = JSON.parse(await makeToken('applePay'))
    const signature = Buffer.alloc(8193).toString('base64')
    await expect(open(JSON.stringify({ ...token, signature }))).rejects.toThrow('too long')
  })
})

describe('a token', () => {
  test('has a transactionId of 32 bytes', async () => {
    const token = JSON.parse(await makeToken('applePay'))
    const header = { ...token.header, transactionId: token.header.transactionId.slice(0, 62) }
    await expect(open(JSON.stringify({ ...token, header }))).rejects.toThrow('32 bytes')
  })

  test.each([
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
    ['5', '05'],
    ['07', '07'],
  ])('with the eciIndicator %s has the indicator %s', async (eciIndicator, eci) => {
    const paymentData = { onlinePaymentCryptogram: 'AAAA', eciIndicator }
    const opened = await open(await makeToken('applePay', { inside: { paymentData } }))
    expect(opened.eci).toBe(eci)
  })

  test('with an empty cardholderName has no holder', async () => {
    const opened = await open(await makeToken('applePay', { inside: { cardholderName: '' } }))
    expect(opened).not.toHaveProperty('holder')
  })
})

async function withSignature(
  alter: (signedData: SignedData) => void,
  made?: string,
): Promise<string> {
  const token = JSON.parse(made ?? (await makeToken('applePay')))
  const bytes = Uint8Array.from(Buffer.from(token.signature, 'base64')).buffer
  const signedData = new SignedData({ schema: ContentInfo.fromBER(bytes).content })
  alter(signedData)
  const contentType = ContentInfo.SIGNED_DATA
  const content = new ContentInfo({ contentType, content: signedData.toSchema(true) })
  const signature = Buffer.from(content.toSchema().toBER()).toString('base64')
  return JSON.stringify({ ...token, signature })
}

test('the root certificate of the simulated provider is readable by Node', () => {
  const root = new X509Certificate(maker.chain.root.toString())
  expect([root.ca, root.subject]).toEqual([true, 'CN=Simulated wallet root'])
})
