import { describe, expect, it } from 'vitest'
import { type Form, useTestGateway } from '../../testing/gateway.fixture.ts'
import { addMerchant, legacyMerchant, sendBare } from '../../testing/merchants.fixture.ts'

const gateway = useTestGateway()

const never = `${'A'.repeat(32)}.uat01-vm-tx01`
const ndcOfNever = `${'A'.repeat(32)}-uat01-vm-tx01`

const token = () => gateway().demo.accessToken

describe('the ndc of a call with a checkout id in its path', () => {
  it.each([
    ['a submit', 'POST', '/payment'],
    ['a submit of details', 'POST', '/registration'],
    ['a status', 'GET', '/payment'],
    ['a status of details', 'GET', '/registration'],
    ['a session', 'GET', '/session'],
    ['an update', 'POST', ''],
    ['a deletion', 'DELETE', ''],
  ])(
    'is the checkout id for %s of an unknown checkout, with and without a token',
    async (_what, method, end) => {
      for (const credentials of [{ token: token() }, { token: 'x' }, {}]) {
        const answer = await sendBare(
          gateway(),
          `${method} /v1/checkouts/${never}${end}`,
          credentials,
        )
        expect(answer.status).toBeGreaterThanOrEqual(400)
        expect(answer.body.ndc).toBe(ndcOfNever)
      }
    },
  )

  it('is the same for an own checkout, another merchant’s, and an unknown one', async () => {
    const form = {
      entityId: gateway().demo.entityId,
      amount: '1.00',
      currency: 'EUR',
      paymentType: 'DB',
    }
    const { id } = (await gateway().post('/v1/checkouts', form)).body
    const ndc = id.replace('.', '-')
    const foreign = (await addMerchant(gateway())).accessToken
    expect(
      (await sendBare(gateway(), `DELETE /v1/checkouts/${id}`, { token: foreign })).body,
    ).toMatchObject({ ndc, result: { code: '200.300.404' } })
    expect((await sendBare(gateway(), `DELETE /v1/checkouts/${id}`)).body).toMatchObject({
      ndc,
      result: { code: '800.900.300' },
    })
  })

  it('is the checkout id when the request could not be read', async () => {
    const answer = await gateway().post(
      `/v1/checkouts/${never}/payment`,
      {},
      { 'content-type': 'text/csv' },
    )
    expect([answer.status, answer.body.ndc]).toEqual([415, ndcOfNever])
    expect((await gateway().get(`/v1/checkouts/${never}/nothing`)).body.ndc).toBe(ndcOfNever)
    expect((await gateway().get(`//v1//checkouts/${never}/payment`)).body.ndc).toBe(ndcOfNever)
  })

  it('never repeats a path that is not a checkout id', async () => {
    for (const id of [
      'abc',
      'A'.repeat(32),
      `${'a'.repeat(32)}.uat01-vm-tx01`,
      `${never}x.y`,
      '4200000000000000',
    ]) {
      for (const method of ['GET', 'POST']) {
        const path = `${method} /v1/checkouts/${id}/payment`
        for (const credentials of [{ token: token() }, {}]) {
          const { status, body } = await sendBare(gateway(), path, credentials)
          expect(status).toBeGreaterThanOrEqual(400)
          expect(body.ndc).toMatch(/^(?:[0-9a-f]{32}-)?[0-9a-f]{32}$/)
        }
      }
    }
  })

  it('is the id as it was sent for the legacy profile', async () => {
    const merchant = await legacyMerchant(gateway())
    const answer = await sendBare(gateway(), `GET /v1/checkouts/${never}/payment`, {
      token: merchant.accessToken,
    })
    expect([answer.status, answer.body.ndc]).toEqual([404, never])
    const update = await sendBare(gateway(), `POST /v1/checkouts/${never}`, {
      token: merchant.accessToken,
    })
    expect([update.status, update.body.ndc]).toEqual([404, never])
  })

  it('is not a checkout id for /v1/checkouts', async () => {
    const created: Form = {}
    expect((await gateway().post('/v1/checkouts', created)).body.ndc).toMatch(
      /^[0-9a-f]{32}-[0-9a-f]{32}$/,
    )
  })
})
