/** A payment with the client that openapi-typescript makes. Compiled by scripts/openapi.mjs. */
import type { paths } from 'generated/schema'
import createClient from 'openapi-fetch'

export async function pay(baseUrl: string, accessToken: string, entityId: string): Promise<string> {
  const client = createClient<paths>({
    baseUrl,
    headers: { authorization: `Bearer ${accessToken}` },
  })
  const { data, error } = await client.POST('/v1/payments', {
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

/** What a schedule repeats of its request. */
export async function cronOf(baseUrl: string, id: string): Promise<string | undefined> {
  const client = createClient<paths>({ baseUrl })
  const params = { path: { id } }
  const { data } = await client.GET('/scheduling/v1/schedules/{id}', { params })
  return data !== undefined && 'job' in data ? data.job?.expression : undefined
}
