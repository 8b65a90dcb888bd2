import { describe, expect, it } from 'vitest'
import type {
  AuthenticationProof,
  ConnectorOperation,
} from '../../server/payments/connectors/connector.ts'
import { paymentBody, proofFault } from './requests.ts'

const CAVV = 'AAABBZEEBgAAAAAAAAQGAAAAAAA='
const DS_TRANSACTION = 'c75f23af-9454-43f6-ba17-130ed529507e'

const card: ConnectorOperation = {
  paymentId: '8ac7a4a29394bdc801939736f17e0641',
  paymentType: 'DB',
  paymentBrand: 'VISA',
  amount: { minor: 9200, currency: 'EUR' },
  instrument: { kind: 'card', number: '4200000000000000', expiryMonth: '05', expiryYear: '2034' },
  request: {},
  customParameters: {},
}
const bodyOf = (more: Partial<ConnectorOperation>) =>
  paymentBody(
    { ...card, ...more },
    { merchantAccount: 'Acme', settings: {}, returnUrl: 'https://pay.example/back', stored: [] },
  )

const proof: AuthenticationProof = {
  status: 'Y',
  eci: '05',
  verificationId: CAVV,
  dsTransactionId: DS_TRANSACTION,
  version: '2.2.0',
}

describe('a proof of 3-D Secure', () => {
  it.each([
    ['without a challenge', proof, { directoryResponse: 'Y' }],
    ['of an attempt', { ...proof, status: 'A', eci: '06' }, { directoryResponse: 'A' }],
    [
      'after a challenge',
      { ...proof, authenticationType: '02' },
      { directoryResponse: 'C', authenticationResponse: 'Y' },
    ],
  ])(
    'of the gateway %s is handed on, and the cardholder not asked again',
    (_, authentication, told) => {
      const body = bodyOf({ authentication })
      expect(body?.authenticationData).toEqual({ attemptAuthentication: 'never' })
      expect(body?.mpiData).toEqual({
        cavv: CAVV,
        dsTransID: DS_TRANSACTION,
        eci: authentication.eci,
        threeDSVersion: '2.2.0',
        ...told,
      })
    },
  )

  it.each([
    ['5', '05', 'Y'],
    ['06', '06', 'A'],
    ['1', '01', 'A'],
    ['02', '02', 'Y'],
  ])(
    'of the merchant with the indicator %s is sent as %s, status %s',
    (sent, eci, directoryResponse) => {
      const request = {
        'threeDSecure.eci': sent,
        'threeDSecure.verificationId': CAVV,
        'threeDSecure.dsTransactionId': DS_TRANSACTION,
        'threeDSecure.version': '2.1.0',
      }
      expect(bodyOf({ request })?.mpiData).toMatchObject({ eci, directoryResponse })
      expect(proofFault({ ...card, request })).toBeUndefined()
    },
  )

  it.each([
    ['eci', undefined],
    ['dsTransactionId', undefined],
    ['version', undefined],
    ['version', '1.0.2'],
  ])('with the %s %s is not charged: it would lose its liability shift', (name, value) => {
    const authentication = { ...proof, [name]: value }
    expect(proofFault({ ...card, authentication })).toContain(`.${name}`)
  })

  it('that says no is none: nobody asks again, and nothing is claimed', () => {
    const body = bodyOf({ authentication: { ...proof, status: 'U', verificationId: CAVV } })
    expect(body).not.toHaveProperty('mpiData')
    expect(body?.authenticationData).toEqual({ attemptAuthentication: 'never' })
  })
})

describe('a payment without a proof', () => {
  it('is authenticated by Adyen, on a page', () => {
    expect(bodyOf({})?.authenticationData).toEqual({
      threeDSRequestData: { nativeThreeDS: 'disabled' },
    })
  })

  it.each([
    ['by phone', { transactionCategory: 'MO' }, 'Moto'],
    ['of the merchant', { 'standingInstruction.source': 'MIT' }, 'ContAuth'],
  ])('%s is not authenticated', (_, request, shopperInteraction) => {
    const body = bodyOf({ request })
    expect(body).toMatchObject({ shopperInteraction })
    expect(body).not.toHaveProperty('authenticationData')
  })
})
