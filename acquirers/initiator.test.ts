import { describe, expect, it } from 'vitest'
import type { ConnectorOperation } from '../server/payments/connectors/connector.ts'
import { paymentBody } from './adyen/requests.ts'
import { confirmBody } from './stripe/requests.ts'

const operation = (request: Readonly<Record<string, string>>): ConnectorOperation => ({
  paymentId: '8ac7a4a29394bdc801939736f17e0641',
  paymentType: 'DB',
  paymentBrand: 'VISA',
  amount: { minor: 9200, currency: 'EUR' },
  instrument: { kind: 'card', number: '4200000000000000', expiryMonth: '05', expiryYear: '2034' },
  request,
  customParameters: {},
})

const atAdyen = (request: Readonly<Record<string, string>>) =>
  paymentBody(operation(request), {
    ...{ merchantAccount: 'Acme', settings: {}, returnUrl: 'https://pay.example/back' },
    stored: [],
  })

const TYPES = ['RECURRING', 'INSTALLMENT', 'UNSCHEDULED'] as const
const SOURCES = ['CIT', 'MIT'] as const
const MODES = ['INITIAL', 'REPEATED'] as const

const cases = TYPES.flatMap((type) =>
  SOURCES.flatMap((source) => MODES.map((mode) => [source, mode, type] as const)),
)

describe('who starts a payment is told as it is', () => {
  it.each(cases)('of a %s %s %s payment', (source, mode, type) => {
    const request = {
      'standingInstruction.source': source,
      'standingInstruction.mode': mode,
      'standingInstruction.type': type,
    }
    const isShopperThere = source === 'CIT' && mode === 'INITIAL'
    const adyen = atAdyen(request)
    expect(adyen?.shopperInteraction).toBe(isShopperThere ? 'Ecommerce' : 'ContAuth')
    // Adyen refuses this one with a shopper who is there (docs.adyen.com, "Tokenization").
    const isUnscheduledThere =
      adyen?.recurringProcessingModel === 'UnscheduledCardOnFile' &&
      adyen.shopperInteraction === 'Ecommerce'
    expect(isUnscheduledThere).toBe(false)
    const stripe = confirmBody(operation(request), 'https://pay.example/back')
    expect('off_session' in stripe).toBe(!isShopperThere)
    expect('return_url' in stripe).toBe(isShopperThere)
  })

  it('of one without a series, as of a shopper who is there', () => {
    expect(atAdyen({})).toMatchObject({ shopperInteraction: 'Ecommerce' })
    expect(atAdyen({})).not.toHaveProperty('recurringProcessingModel')
    expect(confirmBody(operation({}), 'https://pay.example/back')).not.toHaveProperty('off_session')
  })
})
