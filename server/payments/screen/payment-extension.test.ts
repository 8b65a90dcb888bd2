import { describe, expect, it } from 'vitest'
import { ParameterValues } from '../../parameters/values.ts'
import type { PaymentRow } from '../../store/port.ts'
import { storedDetails } from '../details.ts'
import { paymentRow } from '../payment-row.fixture.ts'
import {
  type DraftedPayment,
  extend,
  followingSuccess,
  type PaymentExtension,
  storedParticipants,
} from './payment-extension.ts'

const plain = {
  values: ParameterValues.of([
    ['amount', '92.00'],
    ['card.number', '4200000000000000'],
  ]),
  checkoutId: null,
  sealed: undefined,
  read: { instrument: { kind: 'card' } },
} as unknown as DraftedPayment

const sending = (name: string): DraftedPayment => ({
  ...plain,
  values: ParameterValues.of([[name, 'x']]),
})

/** Whether an extension with this concern is asked about a payment. */
async function isAsked(
  concernedByFirst: NonNullable<PaymentExtension['concernedByFirst']>,
  drafted: DraftedPayment,
): Promise<boolean> {
  let asked = false
  const withFirst = () => {
    asked = true
    return undefined
  }
  await extend(drafted, [{ concernedByFirst, withFirst }])
  return asked
}

describe('an extension of first payments', () => {
  it('is asked about all of them where it names no concern', async () => {
    expect(await isAsked({}, plain)).toBe(true)
  })

  it('is asked where a parameter, or one of a structure, is sent that it names', async () => {
    const sends = ['createRegistration', 'standingInstruction', 'cart']
    expect(await isAsked({ sends }, plain)).toBe(false)
    expect(await isAsked({ sends }, sending('createRegistration'))).toBe(true)
    expect(await isAsked({ sends }, sending('standingInstruction.mode'))).toBe(true)
    expect(await isAsked({ sends }, sending('cart.items[0].name'))).toBe(true)
    expect(await isAsked({ sends }, sending('createRegistrations'))).toBe(false)
  })

  it('is asked where all that it names fits', async () => {
    const concern = { has: ['checkoutId'], instruments: ['card'] } as const
    expect(await isAsked(concern, plain)).toBe(false)
    expect(await isAsked(concern, { ...plain, checkoutId: '1' })).toBe(true)
    expect(await isAsked({ ...concern, instruments: ['giftCard'] }, plain)).toBe(false)
  })
})

describe('an extension of stored payments', () => {
  const payment = paymentRow()

  async function asked(
    concernedByStored: NonNullable<PaymentExtension['concernedByStored']>,
    row: PaymentRow,
    details: object,
  ): Promise<readonly string[]> {
    const said: string[] = []
    const extension: PaymentExtension = {
      concernedByStored,
      participantsOf() {
        said.push('participants')
        return []
      },
      afterSuccess() {
        said.push('success')
        return undefined
      },
    }
    await storedParticipants(row, { request: {}, ...details }, [extension])
    const kept = storedDetails(row, { request: {}, ...details })
    await followingSuccess({ ...row, details: kept }, [extension])
    return said
  }

  it('is asked where the payment has a column or a detail that it names', async () => {
    const concern = { columns: ['checkoutId'], details: ['registrationId'] } as const
    expect(await asked(concern, payment, {})).toEqual([])
    const ofCheckout = { ...payment, checkoutId: '1' }
    expect(await asked(concern, ofCheckout, {})).toEqual(['participants', 'success'])
    const registered = await asked(concern, payment, { registrationId: '1' })
    expect(registered).toEqual(['participants', 'success'])
  })
})
