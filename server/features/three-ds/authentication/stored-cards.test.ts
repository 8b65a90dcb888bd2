import { beforeEach, describe, expect, it } from 'vitest'
import { challenge, said, useAuthentications } from './authentication.fixture.ts'

const using = useAuthentications()
const { directory, pay, result } = using

beforeEach(() => directory.answer())

/** Pays with a stored card without the shopper (3RI). */
function payWithout(registrationId: string) {
  const { post, demo } = using.gateway()
  return post(`/v1/registrations/${registrationId}/payments`, {
    entityId: demo.entityId,
    amount: '10.00',
    currency: 'EUR',
    paymentType: 'DB',
    'threeDSecure.channel': '3',
    'standingInstruction.source': 'MIT',
    'standingInstruction.mode': 'REPEATED',
    'standingInstruction.type': 'UNSCHEDULED',
  })
}

const series = {
  createRegistration: 'true',
  'standingInstruction.source': 'CIT',
  'standingInstruction.mode': 'INITIAL',
  'standingInstruction.type': 'UNSCHEDULED',
}

describe('a payment with a stored card', () => {
  it.each([true, false])(
    'refers to the authentication of the payment that stored it, challenged: %s',
    async (wasChallenged) => {
      const first = said('Y')
      directory.answer(wasChallenged ? challenge : first)
      const { body } = await pay(series)
      const [asked] = directory.asked
      if (asked === undefined) throw new Error('The directory was not asked')
      expect(asked.registration).toBeUndefined()
      if (wasChallenged) await result(asked)
      const { body: paid } = await using.gateway().get(`/v1/payments/${body.id}`)
      const { acsTransactionId } = paid.threeDSecure as unknown as Record<string, string>
      directory.answer(said('Y'))
      const repeated = await payWithout(String(paid.registrationId))
      expect(repeated.body.result.code).toBe('000.100.110')
      expect(directory.asked[0]?.registration).toMatchObject({
        authentication: { acsTransactionId, wasChallenged },
      })
    },
  )

  it('refers to none where that payment was not authenticated', async () => {
    const { body } = await pay({ ...series, 'threeDSecure.disable': 'true' })
    directory.answer(said('Y'))
    await payWithout(String(body.registrationId))
    const [asked] = directory.asked
    expect(asked?.registration).toMatchObject({ storedAtMs: expect.any(Number) })
    expect(asked?.registration).not.toHaveProperty('authentication')
  })
})
