import { describe, expect, test } from 'vitest'
import { ecisOf } from '../../../payments/read/card-schemes.ts'
import { isResultCode, resultGroupOf } from '../../../results/catalogue.ts'
import { samples } from '../messages/samples.fixture.ts'
import type { AuthenticationResult } from './contract.ts'
import {
  codeOfStandAlone,
  liabilityOf,
  proofOf,
  resultOfRReq,
  shownOf,
  verdictOf,
} from './result.ts'

const statuses = ['Y', 'A', 'N', 'U', 'R', 'I'] as const
const codes = ['', ...Array.from({ length: 99 }, (_, at) => `${at + 1}`.padStart(2, '0'))]
const settings = [{}, { onUnavailable: 'fail' }, { onUnavailable: 'charge' }] as const
const brands = ['VISA', 'MASTER', 'AMEX', 'UNIONPAY', 'MADA']

function resultOf(
  transStatus: (typeof statuses)[number],
  more: Partial<AuthenticationResult> = {},
): AuthenticationResult {
  return { transStatus, version: '2.2.0', ...more }
}

const all = statuses.flatMap((transStatus) =>
  codes.flatMap((transStatusReason) =>
    codes.map((challengeCancel) => resultOf(transStatus, { transStatusReason, challengeCancel })),
  ),
)

describe('the verdict on a result', () => {
  test('charges Y, A and I, and U if the channel allows it, but never N, R or a cancelled challenge', () => {
    const ended = ['01', '02', '03', '04', '05', '08']
    const wrong = all.flatMap((result) => {
      const { transStatus, challengeCancel = '' } = result
      const isCharged = (onUnavailable: string) =>
        !ended.includes(challengeCancel) &&
        (['Y', 'A', 'I'].includes(transStatus) ||
          (transStatus === 'U' && onUnavailable === 'charge'))
      return settings.filter((each) => {
        const onUnavailable = 'onUnavailable' in each ? each.onUnavailable : 'fail'
        const { kind } = verdictOf(result, each, 'VISA')
        return kind !== (isCharged(onUnavailable) ? 'charge' : 'fail')
      })
    })
    expect(all).toHaveLength(60_000)
    expect(wrong).toEqual([])
  })

  test('fails with a code of the catalogue that rejects', () => {
    const found = new Set(
      all.flatMap((result) =>
        brands.flatMap((brand) => {
          const verdict = verdictOf(result, {}, brand)
          return verdict.kind === 'fail' ? [verdict.code] : []
        }),
      ),
    )
    expect([...found].sort()).toEqual([
      '000.400.102',
      '100.380.401',
      '100.390.109',
      '100.390.112',
      '100.390.113',
      '100.390.114',
      '100.390.118',
      '100.396.101',
      '100.396.103',
      '100.396.201',
    ])
    for (const code of found) expect(resultGroupOf(code)).toMatch(/^reject/)
  })

  test.each([
    ['N', '', '', 'VISA', '100.380.401'],
    ['N', '01', '', 'VISA', '100.380.401'],
    ['N', '', '01', 'VISA', '100.396.101'],
    ['N', '14', '04', 'VISA', '100.396.103'],
    ['N', '14', '', 'VISA', '100.396.103'],
    ['N', '', '05', 'VISA', '100.396.103'],
    ['N', '', '07', 'VISA', '100.380.401'],
    ['N', '11', '', 'VISA', '100.390.118'],
    ['N', '13', '', 'VISA', '000.400.102'],
    ['N', '02', '', 'MASTER', '100.390.113'],
    ['N', '', '', 'AMEX', '100.390.109'],
    ['U', '', '', 'VISA', '100.390.109'],
    ['U', '22', '', 'VISA', '100.390.109'],
    ['U', '', '01', 'VISA', '100.396.101'],
    ['R', '', '', 'VISA', '100.390.114'],
    ['R', '11', '', 'VISA', '100.390.118'],
    ['R', '10', '', 'VISA', '100.390.118'],
    ['R', '99', '', 'VISA', '100.390.114'],
  ] as const)('%s, reason %s, cancelled %s, %s: %s', (status, reason, cancel, brand, code) => {
    const result = resultOf(status, { transStatusReason: reason, challengeCancel: cancel })
    expect(verdictOf(result, {}, brand)).toEqual({ kind: 'fail', code })
  })

  test('is that the cardholder failed for an N of American Express after a challenge', () => {
    const result = resultOf('N', { authenticationType: '02' })
    expect(verdictOf(result, {}, 'AMEX')).toEqual({ kind: 'fail', code: '100.380.401' })
  })
})

describe('the result code of an authentication alone', () => {
  test.each([
    ['Y', true, '000.400.110'],
    ['A', true, '000.400.110'],
    ['Y', false, '000.000.000'],
    ['A', false, '000.000.000'],
    ['I', true, '000.400.091'],
    ['U', true, '000.400.101'],
    ['N', false, '100.380.401'],
    ['R', true, '100.390.114'],
  ] as const)('%s, frictionless %s: %s', (status, isFrictionless, code) => {
    expect(codeOfStandAlone(resultOf(status), isFrictionless)).toBe(code)
    expect(isResultCode(code)).toBe(true)
  })
})

describe('the liability', () => {
  test.each([
    ['VISA', 'Y', '05', 'issuer'],
    ['VISA', 'A', '06', 'issuer'],
    ['VISA', 'Y', '07', 'merchant'],
    ['VISA', 'Y', '02', 'merchant'],
    ['MASTER', 'Y', '02', 'issuer'],
    ['MASTER', 'A', '01', 'issuer'],
    ['MASTER', 'Y', '06', 'merchant'],
    ['MASTER', 'Y', '05', 'merchant'],
    ['MAESTRO', 'Y', '02', 'issuer'],
    ['UNIONPAY', 'A', '01', 'issuer'],
    ['AMEX', 'Y', '05', 'issuer'],
    ['JCB', 'A', '06', 'issuer'],
    ['DINERS', 'Y', '05', 'issuer'],
    ['MASTER', 'Y', '07', 'issuer'],
    ['MASTER', 'A', '07', 'merchant'],
    ['MASTER', 'Y', '04', 'merchant'],
    ['MASTER', 'Y', '00', 'merchant'],
    ['MAESTRO', 'Y', '07', 'issuer'],
    ['UNIONPAY', 'Y', '05', 'issuer'],
    ['UNIONPAY', 'A', '06', 'issuer'],
    ['UNIONPAY', 'Y', '07', 'merchant'],
    ['UNIONPAY', 'Y', '02', 'issuer'],
    ['CARTEBANCAIRE', 'Y', '05', 'issuer'],
    ['CARTEBANCAIRE', 'Y', '02', 'issuer'],
    ['CARTEBANCAIRE', 'A', '01', 'issuer'],
    ['CARTEBANCAIRE', 'Y', '07', 'merchant'],
    ['DISCOVER', 'A', '06', 'issuer'],
    ['AMEX', 'Y', '07', 'merchant'],
    ['JCB', 'Y', '07', 'merchant'],
    ['DINERS', 'Y', '07', 'merchant'],
    ['MADA', 'Y', '02', 'issuer'],
    ['MADA', 'Y', '05', 'issuer'],
    ['MADA', 'Y', '07', 'merchant'],
    ['VISA', 'Y', undefined, 'issuer'],
    ['VISA', 'U', '05', 'merchant'],
    ['VISA', 'I', '05', 'merchant'],
    ['VISA', 'N', '05', 'merchant'],
    ['MASTER', 'R', '02', 'merchant'],
  ] as const)('of %s with %s and ECI %s is with the %s', (brand, status, eci, who) => {
    const result = resultOf(status, eci === undefined ? {} : { eci })
    expect(liabilityOf(result, brand)).toEqual({ authenticationLiability: who })
  })

  test('is with the issuer for the ECIs that each scheme gives to Y and A', () => {
    for (const brand of [...brands, 'DISCOVER', 'MAESTRO', 'JCB', 'CARTEBANCAIRE', 'MASTERDEBIT']) {
      const { authenticated, attempted, none } = ecisOf(brand)
      const who = (ecis: readonly string[]) =>
        new Set(
          ecis.map((eci) => liabilityOf(resultOf('Y', { eci }), brand).authenticationLiability),
        )
      expect([brand, who([...authenticated, ...attempted])]).toEqual([brand, new Set(['issuer'])])
      expect([brand, who(none)]).toEqual([brand, new Set(['merchant'])])
    }
  })
})

describe('the result in an RReq', () => {
  const result = resultOfRReq({ ...samples.RReq, challengeCancel: '07', transStatusReason: '18' })

  test('is shown with the names of the parameters by which a later payment sends it as proof', () => {
    expect(shownOf(result)).toEqual({
      'threeDSecure.eci': '05',
      'threeDSecure.verificationId': samples.RReq.authenticationValue,
      'threeDSecure.version': '2.2.0',
      'threeDSecure.dsTransactionId': samples.RReq.dsTransID,
      'threeDSecure.acsTransactionId': samples.RReq.acsTransID,
      'threeDSecure.authenticationStatus': 'Y',
      'threeDSecure.authType': '02',
      'threeDSecure.transactionStatusReason': '18',
    })
  })

  test('is sent to the acquirer as proof', () => {
    expect(proofOf(result)).toEqual({
      status: 'Y',
      eci: '05',
      verificationId: samples.RReq.authenticationValue,
      version: '2.2.0',
      dsTransactionId: samples.RReq.dsTransID,
      acsTransactionId: samples.RReq.acsTransID,
      authenticationType: '02',
      transactionStatusReason: '18',
    })
  })

  test('has no member without a value', () => {
    expect(proofOf(resultOf('U'))).toEqual({ status: 'U', version: '2.2.0' })
    expect(Object.values(shownOf(resultOf('U')))).not.toContain(undefined)
  })
})
