import { describe, expect, it } from 'vitest'
import type { WalletName } from '../../parameters/mobile-wallets.ts'
import { refuse } from '../../results/refusal.ts'
import {
  EVERY_BRAND,
  NOW_MS,
  refusedFor,
  type Sent,
  sent,
  VISA_CARD,
} from './instruments.fixture.ts'
import { wallets } from './wallet.ts'
import type { Wallets } from './wallet-token.ts'

/** Knows one token of each wallet, by its wallet's name. */
const provider: Wallets = {
  async decrypt(wallet, token) {
    if (token !== wallet) return refuse('200.100.603')
    return {
      number: '4200000000000000',
      expiryMonth: '12',
      expiryYear: '2030',
      cryptogram: 'AAAA=',
      eci: '07',
      numberType: 'DPAN',
      token: { digest: token, usableUntilMs: NOW_MS },
    }
  },
}

function read(wallet: WalletName, form: Sent, channelBrands: readonly string[] = EVERY_BRAND) {
  const values = sent(form)
  const way = wallets.find(({ within }) => within.includes(`${wallet}.`))
  const judged = way?.judge({ values, channelBrands, nowMs: NOW_MS })
  if (typeof judged !== 'function') return judged
  return judged({ wallets: provider, giftCards: undefined, stored: expect.unreachable })
}

describe("a wallet's token", () => {
  it.each<[WalletName, string]>([
    ['applePay', 'APPLEPAY'],
    ['googlePay', 'GOOGLEPAY'],
    ['samsungPay', 'SAMSUNGPAY'],
  ])('%s is decrypted and keeps the brand %s', async (wallet, brand) => {
    expect(await read(wallet, { [`${wallet}.paymentToken`]: wallet })).toEqual({
      instrument: {
        kind: 'card',
        number: '4200000000000000',
        expiryMonth: '12',
        expiryYear: '2030',
        numberType: 'DPAN',
        cryptogram: 'AAAA=',
        eci: '07',
        wallet: brand,
      },
      brand,
      detectedBrand: 'VISA',
      numberToSeal: '4200000000000000',
      shown: { 'threeDSecure.eci': '07' },
      token: { digest: wallet, usableUntilMs: NOW_MS },
    })
  })

  it('is accepted under its name in the interface document', async () => {
    expect(await read('googlePay', { 'walletB.paymentToken': 'googlePay' })).toMatchObject({
      brand: 'GOOGLEPAY',
    })
  })

  it('that cannot be decrypted is refused', async () => {
    expect(await read('applePay', { 'applePay.paymentToken': 'nonsense' })).toMatchObject({
      code: '200.100.603',
    })
  })

  it('is paid as the named brand, of the wallet or of the card', async () => {
    const token = { 'applePay.paymentToken': 'applePay' }
    expect(await read('applePay', { ...token, paymentBrand: 'APPLEPAYTKN' })).toMatchObject({
      brand: 'APPLEPAYTKN',
      instrument: { wallet: 'APPLEPAY' },
    })
    expect(await read('applePay', { ...token, paymentBrand: 'VISA' })).toMatchObject({
      brand: 'VISA',
    })
    expect(await read('applePay', { ...token, paymentBrand: 'MASTER' })).toMatchObject({
      faultCode: '100.100.700',
    })
    expect(await read('applePay', { ...token, paymentBrand: 'GOOGLEPAY' })).toMatchObject(
      refusedFor('paymentBrand', /does not go with applePay\.\*: send APPLEPAY/),
    )
  })

  it('needs a channel that takes both the wallet and the card in it', async () => {
    const token = { 'applePay.paymentToken': 'applePay' }
    expect(await read('applePay', token, ['APPLEPAY', 'VISA'])).not.toHaveProperty('faultCode')
    expect(await read('applePay', token, ['APPLEPAY', 'MASTER'])).toMatchObject({
      faultCode: '600.200.500',
    })
    expect(await read('applePay', token, ['VISA'])).toMatchObject({ faultCode: '600.200.500' })
  })
})

describe('card data that the merchant decrypted', () => {
  const decrypted = {
    ...VISA_CARD,
    'applePay.source': 'web',
    'threeDSecure.verificationId': 'AAAA=',
    'threeDSecure.eci': '05',
  }

  it('are read like those of a token, without a promise', () => {
    expect(read('applePay', decrypted)).toMatchObject({
      instrument: { numberType: 'DPAN', cryptogram: 'AAAA=', eci: '05', wallet: 'APPLEPAY' },
      brand: 'APPLEPAY',
    })
  })

  it('are accepted if the channel accepts the scheme of their brand', () => {
    const electron = { ...decrypted, 'card.number': '4917610000000000' }
    for (const brand of ['VISA', 'VISAELECTRON', 'VISADEBIT']) {
      expect(read('applePay', electron, ['APPLEPAY', brand])).not.toHaveProperty('faultCode')
      const named = { ...electron, paymentBrand: brand }
      expect(read('applePay', named, ['APPLEPAY', brand])).not.toHaveProperty('faultCode')
    }
    expect(read('applePay', electron, ['APPLEPAY', 'MASTER'])).toMatchObject({
      faultCode: '600.200.500',
    })
  })

  it('are taken without an indicator, as some networks give none', () => {
    const { 'threeDSecure.eci': _none, ...rest } = decrypted
    const found = read('applePay', rest)
    expect(found).toMatchObject({ instrument: { numberType: 'DPAN', cryptogram: 'AAAA=' } })
    expect(found).not.toHaveProperty('shown')
  })

  it('are the number of the card itself where Google Pay gives no cryptogram', () => {
    const panOnly = { ...VISA_CARD, 'googlePay.source': 'web' }
    expect(read('googlePay', panOnly)).toMatchObject({
      instrument: { numberType: 'PAN', wallet: 'GOOGLEPAY' },
    })
    const ofDevice = { ...panOnly, 'card.numberType': 'DPAN' }
    expect(read('googlePay', ofDevice)).toMatchObject({ instrument: { numberType: 'DPAN' } })
  })

  it('may contain the number of the card itself', () => {
    expect(read('applePay', { ...decrypted, 'card.numberType': 'PAN' })).toMatchObject({
      instrument: { numberType: 'PAN' },
    })
  })

  it.each<[Sent, string]>([
    [{ 'card.number': '4200000000000001' }, '100.100.101'],
    [{ 'card.number': '9000000000000000' }, '100.100.101'],
    [{ 'card.expiryYear': '2020' }, '100.100.303'],
    [{ 'card.number': '9000000000000001', 'card.expiryYear': '2020' }, '100.100.303'],
  ])('%o cannot be charged: %s', (more, code) => {
    expect(read('applePay', { ...decrypted, ...more })).toMatchObject({ faultCode: code })
  })
})
