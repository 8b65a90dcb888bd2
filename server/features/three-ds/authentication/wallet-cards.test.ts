import { describe, expect, it } from 'vitest'
import { ONE_TIME_CODE } from '../../../../sandbox/directory/challenge.ts'
import { type Form, useTestGateway } from '../../../testing/gateway.fixture.ts'
import {
  BROWSER_DATA,
  type SentShopper,
  ShopperBrowser,
} from '../../../testing/shopper-browser.fixture.ts'
import { tokenForm } from '../../wallets/token-form.fixture.ts'

const gateway = useTestGateway()

/** Enrolled cards of the simulated issuer. */
const CHALLENGED = '4200000010000024'
const FRICTIONLESS = '5200000010000005'

interface InWallet {
  readonly wallet: 'applePay' | 'googlePay' | 'samsungPay'
  readonly number: string
  /** `PAN`: authMethod PAN_ONLY; `DPAN`: CRYPTOGRAM_3DS. */
  readonly numberType: 'PAN' | 'DPAN'
}

/** Pays with a token of the wallet that the merchant's server passes on. */
async function pay({ wallet, number, numberType }: InWallet, more: Form = {}) {
  const { demo, post } = gateway()
  const order = { wallet, 'card.number': number, 'card.numberType': numberType }
  const { body } = await post('/test/wallet-tokens', tokenForm(demo.entityId, order))
  return post('/v1/payments', {
    entityId: demo.entityId,
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'DB',
    paymentBrand: wallet.toUpperCase(),
    [`${wallet}.paymentToken`]: String(body.paymentToken),
    shopperResultUrl: 'https://shop.example/result',
    ...BROWSER_DATA,
    ...more,
  })
}

const read = async (id: string) =>
  (await gateway().get(`/v1/payments/${id}?entityId=${gateway().demo.entityId}`)).body

describe('the card number of a Google Pay token (PAN_ONLY)', () => {
  const panOnly = { wallet: 'googlePay', numberType: 'PAN' } as const

  it('is challenged, and charged with the proof', async () => {
    const { body } = await pay({ ...panOnly, number: CHALLENGED })
    expect(body.result.code).toBe('000.200.000')
    const shopper = new ShopperBrowser(gateway().url)
    await shopper.authenticate(body.redirect as unknown as SentShopper, () => ({
      code: ONE_TIME_CODE,
    }))
    expect(await read(body.id)).toMatchObject({
      result: { code: '000.100.110' },
      paymentBrand: 'GOOGLEPAY',
      brandResult: 'VISA',
      threeDSecure: { eci: '05' },
      resultDetails: { authenticationLiability: 'issuer' },
    })
  })

  it('is authenticated by the network of the card', async () => {
    const { body } = await pay({ ...panOnly, number: FRICTIONLESS })
    expect(body).toMatchObject({
      result: { code: '000.100.110' },
      paymentBrand: 'GOOGLEPAY',
      brandResult: 'MASTER',
      threeDSecure: { eci: '02' },
      resultDetails: { authenticationLiability: 'issuer' },
    })
  })

  it('needs a shopperResultUrl', async () => {
    const { body } = await pay({ ...panOnly, number: CHALLENGED }, { shopperResultUrl: undefined })
    expect(body.result.parameterErrors?.map(({ name }) => name)).toEqual(['shopperResultUrl'])
  })

  it('is charged at once where it is not enrolled', async () => {
    const { body } = await pay({ ...panOnly, number: '4200000000000000' })
    expect([body.result.code, body.threeDSecure]).toEqual(['000.100.110', undefined])
  })
})

describe('the number of a device with its cryptogram', () => {
  it.each(['applePay', 'googlePay', 'samsungPay'] as const)(
    'of %s is charged without 3-D Secure',
    async (wallet) => {
      const { body } = await pay({ wallet, numberType: 'DPAN', number: CHALLENGED })
      expect(body.result.code).toBe('000.100.110')
      expect(body.threeDSecure).toEqual({ eci: '05' })
    },
  )
})
