import { describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../common/durations.ts'
import { createSimulatedProvider } from '../../../sandbox/wallets/provider.ts'
import type { TokenFlaw } from '../../../sandbox/wallets/token-order.ts'
import { type WalletName, walletNames } from '../../parameters/mobile-wallets.ts'
import { decrypt, makeToken, NOW_MS, order, vaultOf } from './wallets.fixture.ts'
import { createWallets } from './wallets.ts'

const refusal = (words: string) => ({
  refused: true,
  status: 400,
  code: '200.100.603',
  description: expect.stringContaining(words),
})

describe.each(walletNames)('a token of %s', (wallet) => {
  test("contains the shopper's card", async () => {
    expect(await decrypt(wallet, await makeToken(wallet))).toEqual({
      token: { digest: expect.stringMatching(/^[0-9a-f]{64}$/), usableUntilMs: expect.any(Number) },
      number: '4200000000000000',
      expiryMonth: '05',
      expiryYear: '2034',
      numberType: 'DPAN',
      cryptogram: expect.stringMatching(/^[A-Za-z0-9+/]{27}=$/),
      eci: '05',
      ...(wallet === 'applePay' ? { holder: 'Jane Jones' } : {}),
      ...(wallet === 'googlePay' ? {} : { approved: { minor: 9200, currency: 'EUR' } }),
    })
  })

  test('is different each time, with a new cryptogram', async () => {
    const one = await decrypt(wallet, await makeToken(wallet))
    const other = await decrypt(wallet, await makeToken(wallet))
    expect(one).not.toEqual(other)
  })

  test('has the indicator of its card network', async () => {
    const card = { ...order.card, number: '5454545454545454' }
    expect(await decrypt(wallet, await makeToken(wallet, { card }))).toMatchObject({ eci: '02' })
  })

  test('of another process of the installation is accepted', async () => {
    const neighbour = createSimulatedProvider(vaultOf('this one'))
    const token = await neighbour.makeToken(wallet, order)
    expect(await decrypt(wallet, token)).toMatchObject({ number: '4200000000000000' })
  })

  test('of another installation is refused', async () => {
    const stranger = createSimulatedProvider(vaultOf('another one'))
    const token = await stranger.makeToken(wallet, order)
    expect(await decrypt(wallet, token)).toEqual(refusal(`${wallet}.paymentToken`))
  })

  test.each<[TokenFlaw, string]>([
    ['signature', 'a signature that does not fit'],
    ['expired', 'has expired'],
    ['recipient', 'another recipient'],
    ['version', 'has another'],
  ])('with the flaw %s is refused, and why is said', async (flaw, words) => {
    expect(await decrypt(wallet, await makeToken(wallet, { flaw }))).toEqual(refusal(words))
  })

  test.each([
    ['nothing', ''],
    ['a word', 'token'],
    ['half of a token', (token: string) => token.slice(0, token.length / 2)],
    ['an empty object', '{}'],
    ['a list', '[]'],
    ['null', 'null'],
    ['base64 of null', 'bnVsbA=='],
    ['a very deep object', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`],
    ['more than any token', 'x'.repeat(32_769)],
    ['as much as a token may be', 'x'.repeat(32_768)],
  ])('is not %s', async (_, made) => {
    const token = typeof made === 'string' ? made : made(await makeToken(wallet))
    expect(await decrypt(wallet, token)).toEqual(refusal(`${wallet}.paymentToken cannot be used`))
  })

  test.each(walletNames.filter((other) => other !== wallet))('is not one of %s', async (other) => {
    expect(await decrypt(wallet, await makeToken(other))).toEqual(refusal('cannot be used'))
  })

  test('with an impossible card is refused without showing the card', async () => {
    for (const card of [
      { ...order.card, number: '42000000000000000000' },
      { ...order.card, number: '4200-0000' },
      { ...order.card, expiryMonth: '13' },
    ]) {
      const refused = await decrypt(wallet, await makeToken(wallet, { card }))
      expect(refused).toEqual(refusal('holds no'))
      expect(JSON.stringify(refused)).not.toContain('4200')
    }
  })
})

describe('the life of a token', () => {
  test.each(['applePay', 'samsungPay'] as const)('of %s is five minutes', async (wallet) => {
    const token = await makeToken(wallet)
    for (const minutes of [-5, 5]) {
      const card = await decrypt(wallet, token, NOW_MS + minutes * MINUTE_MS)
      expect(card).toHaveProperty('number')
    }
    for (const minutes of [-6, 6]) {
      const refused = await decrypt(wallet, token, NOW_MS + minutes * MINUTE_MS)
      expect(refused).toEqual(refusal('has expired'))
    }
  })

  test('of googlePay is a week', async () => {
    const token = await makeToken('googlePay')
    expect(await decrypt('googlePay', token, NOW_MS + 6 * DAY_MS)).toHaveProperty('number')
    expect(await decrypt('googlePay', token, NOW_MS + 7 * DAY_MS)).toEqual(refusal('expired'))
  })

  test('is checked by the clock of the channel, also years from now', async () => {
    const nowMs = Date.UTC(2055, 0, 1)
    for (const wallet of walletNames) {
      const token = await makeToken(wallet, { nowMs })
      expect(await decrypt(wallet, token, nowMs)).toHaveProperty('number')
    }
  })
})

describe('what the shopper has approved', () => {
  const asked = (minor: number, currency = 'EUR') => ({ minor, currency })

  test.each(['applePay', 'samsungPay'] as const)('in %s is the most', async (wallet) => {
    const token = await makeToken(wallet)
    for (const money of [asked(9200), asked(1), asked(0)]) {
      expect(await decrypt(wallet, token, NOW_MS, money)).toHaveProperty('number')
    }
    for (const [money, words] of [
      [asked(9201), '92.01 EUR'],
      [asked(9200, 'USD'), '92.00 USD'],
      [asked(1, 'JPY'), '1.00 JPY'],
      [asked(1230, 'KWD'), '1.230 KWD'],
    ] as const) {
      const refused = await decrypt(wallet, token, NOW_MS, money)
      expect(refused).toEqual(refusal(`for 92.00 EUR, and this is ${words}`))
    }
  })

  test('in googlePay is not in the token', async () => {
    const token = await makeToken('googlePay')
    expect(await decrypt('googlePay', token, NOW_MS, asked(9201))).toHaveProperty('number')
  })

  test.each<[WalletName, Readonly<Record<string, unknown>>]>([
    ['applePay', { transactionAmount: undefined, currencyCode: undefined }],
    ['samsungPay', { amount: undefined, currency_code: undefined }],
  ])('in %s may be missing', async (wallet, inside) => {
    const token = await makeToken(wallet, { inside })
    expect(await decrypt(wallet, token, NOW_MS, asked(9201))).toHaveProperty('number')
  })
})

describe('the forms of a token', () => {
  test.each(['applePay', 'googlePay'] as const)('%s: base64 of the JSON', async (wallet) => {
    const token = Buffer.from(await makeToken(wallet)).toString('base64')
    expect(await decrypt(wallet, token)).toHaveProperty('number')
  })

  test('samsungPay: the whole paymentCredential', async () => {
    const data = await makeToken('samsungPay')
    const token = JSON.stringify({ '3DS': { data, type: 'S', version: '100' }, method: '3DS' })
    expect(await decrypt('samsungPay', token)).toHaveProperty('number')
  })

  test('applePay: the refusal of the whole payment token says what to send', async () => {
    const token = JSON.stringify({ paymentData: JSON.parse(await makeToken('applePay')) })
    expect(await decrypt('applePay', token)).toEqual(refusal('send what stands in its paymentData'))
  })

  test('googlePay: the number of the card itself has no cryptogram', async () => {
    const card = await decrypt('googlePay', await makeToken('googlePay', { numberType: 'PAN' }))
    expect(card).toEqual({
      token: { digest: expect.stringMatching(/^[0-9a-f]{64}$/), usableUntilMs: expect.any(Number) },
      number: '4200000000000000',
      expiryMonth: '05',
      expiryYear: '2034',
      numberType: 'PAN',
    })
  })

  test('googlePay: a cryptogram proves nothing of the number of the card itself', async () => {
    const proof = { cryptogram: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=', eciIndicator: '05' }
    const card = { pan: '4200000000000000', expirationMonth: 5, expirationYear: 2034 }
    const inside = { paymentMethodDetails: { ...card, ...proof, authMethod: 'PAN_ONLY' } }
    const decrypted = await decrypt('googlePay', await makeToken('googlePay', { inside }))
    expect(decrypted).toHaveProperty('numberType', 'PAN')
    expect(decrypted).not.toHaveProperty('cryptogram')
    expect(decrypted).not.toHaveProperty('eci')
  })

  test('applePay: a name that looks like a card number is left out', async () => {
    const card = { ...order.card, holder: '4200000000000000' }
    const decrypted = await decrypt('applePay', await makeToken('applePay', { card }))
    expect(decrypted).toHaveProperty('number')
    expect(decrypted).not.toHaveProperty('holder')
  })
})

describe('a valid token with unusable content', () => {
  const details = {
    pan: '4200000000000000',
    expirationMonth: 5,
    expirationYear: 2034,
    authMethod: 'CRYPTOGRAM_3DS',
    cryptogram: 'AAAA',
  }
  const google = (more: object) => ({ paymentMethodDetails: { ...details, ...more } })
  const applePayment = (more: object) => ({
    paymentData: { onlinePaymentCryptogram: 'AAAA', ...more },
  })

  test.each<[WalletName, string, Readonly<Record<string, unknown>>]>([
    ['googlePay', 'paymentMethod', { paymentMethod: 'BANK' }],
    ['googlePay', 'authMethod', google({ authMethod: 'FACE' })],
    ['googlePay', 'expiry year', google({ expirationYear: 34 })],
    ['googlePay', 'expiry month', google({ expirationMonth: -5 })],
    ['googlePay', 'cryptogram', google({ cryptogram: undefined })],
    ['googlePay', 'cryptogram', google({ cryptogram: 'A'.repeat(256) })],
    ['googlePay', 'electronic commerce indicator', google({ eciIndicator: 'five' })],
    ['googlePay', 'no text pan', google({ pan: 4200000000000000 })],
    ['googlePay', 'messageExpiration', { messageExpiration: 'never' }],
    ['applePay', 'paymentDataType', { paymentDataType: 'EMV' }],
    ['applePay', 'applicationExpirationDate', { applicationExpirationDate: '3405' }],
    ['applePay', 'onlinePaymentCryptogram', { paymentData: {} }],
    ['applePay', 'electronic commerce indicator', applePayment({ eciIndicator: '005' })],
    ['applePay', 'currencyCode', { currencyCode: '000' }],
    ['applePay', 'currencyCode', { currencyCode: undefined }],
    ['applePay', 'transactionAmount', { transactionAmount: -1 }],
    ['applePay', 'transactionAmount', { transactionAmount: '92.00' }],
    ['samsungPay', 'amount', { amount: '92.00' }],
    ['samsungPay', 'currency_code', { currency_code: 'euro' }],
    ['samsungPay', 'currency_code', { currency_code: undefined }],
    ['samsungPay', 'tokenPanExpiration', { tokenPanExpiration: '05/34' }],
    ['samsungPay', 'cryptogram', { cryptogram: '' }],
    ['samsungPay', 'utc', { utc: 1 }],
  ])('%s: %s', async (wallet, words, inside) => {
    expect(await decrypt(wallet, await makeToken(wallet, { inside }))).toEqual(refusal(words))
  })

  test('is accepted without that content', async () => {
    const inside = google({})
    const token = await makeToken('googlePay', { inside })
    expect(await decrypt('googlePay', token)).toHaveProperty('number')
  })
})

describe('in live', () => {
  const vault = vaultOf('this one')
  const noKeys = { refused: true, code: '600.200.201' }

  test('no token is taken without keys of its wallet, also one that the test environment takes', async () => {
    const wallets = createWallets({ vault })
    for (const wallet of walletNames)
      expect(await wallets.decrypt(wallet, await makeToken(wallet), NOW_MS)).toMatchObject(noKeys)
  })

  test('a token of Apple Pay is taken that is for the merchant whose key the operator has', async () => {
    const keysOf = async (installation: string) => {
      const { applePay } = await createSimulatedProvider(vaultOf(installation)).walletKeys()
      return { vault, liveKeys: { applePay } }
    }
    const token = await makeToken('applePay')
    const wallets = createWallets(await keysOf('this one'))
    expect(await wallets.decrypt('applePay', token, NOW_MS)).toMatchObject({
      number: '4200000000000000',
      numberType: 'DPAN',
    })
    for (const wallet of ['googlePay', 'samsungPay'] as const)
      expect(await wallets.decrypt(wallet, await makeToken(wallet), NOW_MS)).toMatchObject(noKeys)
    const stranger = createWallets(await keysOf('another one'))
    expect(await stranger.decrypt('applePay', token, NOW_MS)).toEqual(refusal('another recipient'))
  })

  test('a token of Google Pay is taken that is for the merchant of the operator', async () => {
    const { googlePay } = await createSimulatedProvider(vault).walletKeys()
    const liveWith = (keys: typeof googlePay) =>
      createWallets({ vault, liveKeys: { googlePay: keys } })
    const token = await makeToken('googlePay')
    const card = await liveWith(googlePay).decrypt('googlePay', token, NOW_MS)
    expect(card).toMatchObject({ number: '4200000000000000', numberType: 'DPAN', eci: '05' })
    const another = { ...googlePay, recipientId: 'merchant:another' }
    expect(await liveWith(another).decrypt('googlePay', token, NOW_MS)).toEqual(
      refusal('another recipient'),
    )
  })
})
