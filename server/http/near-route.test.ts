import { expect, it } from 'vitest'
import { useTestGateway } from '../testing/gateway.fixture.ts'
import { sendBare } from '../testing/merchants.fixture.ts'

const gateway = useTestGateway()

it.each([
  ['POST /v1/payment', 'POST /v1/payments'],
  ['POST /payments', 'POST /v1/payments'],
  ['POST /v1/Checkouts/', 'POST /v1/checkouts'],
  ['GET /v1/checkout/8AC7/payment', 'GET /v1/checkouts/{id}/payment'],
  ['POST /scheduling/v1/schedule', 'POST /scheduling/v1/schedules'],
])('%s is answered with 404 and the route that was meant', async (sent, meant) => {
  const { status, body } = await sendBare(gateway(), sent)
  expect(status).toBe(404)
  expect(body.result.description).toMatch(
    new RegExp(`: was ${meant.replace(/[{}]/g, '\\$&')} meant\\?$`),
  )
})

it.each(['GET /wp-login.php', 'POST /v1/refunds-of-somebody', `GET /v1/${'a'.repeat(300)}`])(
  '%s is near to nothing',
  async (sent) => {
    const { body } = await sendBare(gateway(), sent)
    expect(body.result.description).not.toContain('meant')
  },
)
