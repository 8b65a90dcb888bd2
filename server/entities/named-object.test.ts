import { beforeAll, describe, expect, it } from 'vitest'
import { cardPayment, type Form, useTestGateway } from '../testing/gateway.fixture.ts'
import { addMerchant, sendBare, type TestMerchant } from '../testing/merchants.fixture.ts'

const gateway = useTestGateway()
const ids = { payment: '', 'risk check': '', registration: '', checkout: '', entity: '' }
type Kind = keyof typeof ids

const money: Form = { amount: '92.00', currency: 'EUR' }
const UNKNOWN: Readonly<Record<Kind, string>> = {
  payment: 'f'.repeat(32),
  'risk check': 'f'.repeat(32),
  registration: 'f'.repeat(32),
  checkout: `${'F'.repeat(32)}.uat01-vm-tx01`,
  entity: 'f'.repeat(32),
}

let foreign: TestMerchant

beforeAll(async () => {
  const { entityId } = gateway().demo
  const make = async (path: string, form: Form) => (await gateway().post(path, form)).body.id
  const { paymentType: _, amount: _amount, currency: _currency, ...card } = cardPayment(entityId)
  ids.payment = await make('/v1/payments', cardPayment(entityId))
  ids['risk check'] = await make('/v1/risk', cardPayment(entityId, { paymentType: undefined }))
  ids.registration = await make('/v1/registrations', card)
  ids.checkout = await make('/v1/checkouts', { entityId, ...money, paymentType: 'DB' })
  ids.entity = entityId
  foreign = await addMerchant(gateway())
})

/** Where an id is looked up, and what finds something there. */
const places: readonly (readonly [
  place: string,
  form: Form | undefined,
  found: readonly Kind[],
])[] = [
  ['GET /v1/payments/{id}', undefined, ['payment']],
  ['POST /v1/payments/{id}', { ...money, paymentType: 'CP' }, ['payment', 'risk check']],
  ['POST /v1/payments/{id}', { ...money, paymentType: 'RF' }, ['payment', 'risk check']],
  ['POST /v1/payments/{id}', { paymentType: 'RV' }, ['payment', 'risk check']],
  ['POST /v1/payments/{id}', { ...money, paymentType: 'RB' }, ['payment', 'risk check']],
  ['GET /v1/registrations/{id}', undefined, ['registration']],
  ['DELETE /v1/registrations/{id}', undefined, ['registration']],
  ['POST /v1/registrations/{id}/extendlife', {}, ['registration']],
  ['POST /v1/registrations/{id}/payments', { ...money, paymentType: 'DB' }, ['registration']],
  ['GET /v1/checkouts/{id}/payment', undefined, ['checkout']],
  ['POST /v1/checkouts/{id}', { amount: '93.00' }, ['checkout']],
  ['DELETE /v1/checkouts/{id}', undefined, ['checkout']],
  ['GET /v1/query/{id}', undefined, ['payment', 'risk check', 'registration']],
  ['GET /v3/query/{id}', undefined, ['payment', 'risk check', 'registration']],
  ['GET /v1/risk/{id}', undefined, ['risk check']],
]

const cases = places.flatMap(([place, form, found]) =>
  (Object.keys(ids) as Kind[])
    .filter((kind) => !found.includes(kind))
    .map((kind) => [kind, place, form] as const),
)

const send = (token: string, place: string, id: string, form: Form | undefined) =>
  sendBare(gateway(), place.replace('{id}', id), { token, ...(form === undefined ? {} : { form }) })

describe('an id of an object of another kind', () => {
  it.each(cases)('is named as that of a %s at %s', async (kind, place, form) => {
    const own = await send(gateway().demo.accessToken, place, ids[kind], form)
    expect(own.status).toBe(404)
    expect(own.body.result.description).toMatch(new RegExp(`\\bthis is the id of an? ${kind}\\b`))
    const unknown = await send(gateway().demo.accessToken, place, UNKNOWN[kind], form)
    const theirs = await send(foreign.accessToken, place, ids[kind], form)
    expect(unknown.body.result.description).not.toContain('this is the id')
    expect([theirs.status, theirs.body.result]).toEqual([unknown.status, unknown.body.result])
    expect(theirs.body.result.code).toBe(own.body.result.code)
  })

  it.each(['payment', 'risk check', 'registration'] as const)(
    'is named as that of a %s where it is sent as entityId',
    async (kind) => {
      const sendAs = (entityId: string, token = gateway().demo.accessToken) =>
        sendBare(gateway(), 'POST /v1/checkouts', {
          token,
          form: { entityId, ...money, paymentType: 'DB' },
        })
      const own = await sendAs(ids[kind])
      expect([own.status, own.body.result.code]).toEqual([403, '800.900.301'])
      expect(own.body.result.description).toContain(`: this is the id of a ${kind}`)
      const unknown = await sendAs(UNKNOWN[kind])
      const theirs = await sendAs(ids[kind], foreign.accessToken)
      expect(unknown.body.result.description).not.toContain('this is the id')
      expect([theirs.status, theirs.body.result]).toEqual([unknown.status, unknown.body.result])
    },
  )

  it.each([
    ['CP', 'capture needs at least one successful transaction'],
    ['RF', 'refund needs at least one successful transaction'],
    ['RV', 'reversal needs at least one successful transaction'],
  ])('is called unknown by a %s, with the phrase that clients look for', async (type, phrase) => {
    for (const id of [UNKNOWN.payment, ids.checkout, '1042']) {
      const form = { ...(type === 'RV' ? {} : money), paymentType: type }
      const { body } = await gateway().post(`/v1/payments/${id}`, form)
      expect(body.result.description).toMatch(new RegExp(`^Payment unknown \\(.+\\): ${phrase}`))
    }
  })

  it('is named in a parameter as well', async () => {
    const { entityId } = gateway().demo
    const offered = await gateway().post('/v1/checkouts', {
      entityId,
      ...money,
      paymentType: 'DB',
      'registrations[0].id': ids.payment,
    })
    expect(offered.body.result.parameterErrors?.[0]?.message).toMatch(
      /^names no registration .*this is the id of a payment/,
    )
    const raised = await gateway().post('/v1/payments', {
      entityId,
      ...money,
      paymentType: 'PA',
      referenceUuid: ids.registration,
      'standingInstruction.type': 'UNSCHEDULED',
      'standingInstruction.mode': 'REPEATED',
      'standingInstruction.source': 'MIT',
      'standingInstruction.industryPractice': 'INCREMENTAL_AUTH',
    })
    expect(raised.body.result.parameterErrors?.[0]?.message).toMatch(
      /^matches no authorisation .*this is the id of a registration/,
    )
  })

  it('of a risk check is named in the refusal of a reference', async () => {
    const form = { ...money, paymentType: 'RF' }
    const { body } = await gateway().post(`/v1/payments/${ids['risk check']}`, form)
    expect(body.result.description).toMatch(/^refund needs .*: this one is a risk check/)
  })
})
