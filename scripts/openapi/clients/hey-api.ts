/** A payment with the client that hey-api makes. Compiled by scripts/openapi.mjs. */
import { createPayment } from 'generated/hey-api'
import { createClient, createConfig } from 'generated/hey-api/client'

export async function pay(baseUrl: string, accessToken: string, entityId: string): Promise<string> {
  const client = createClient(createConfig({ baseUrl, auth: () => accessToken }))
  const { data, error } = await createPayment({
    client,
    body: {
      entityId,
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
      card: { number: '4200000000000000', expiryMonth: '12', expiryYear: '2034' },
    },
  })
  return data?.result.code ?? error?.result.code ?? ''
}
