import type { Target } from '../load/requests.ts'

/** Opens a checkout as a shop's server does and gives its id. */
export async function openCheckout({ host, port, entityId, token }: Target): Promise<string> {
  const response = await fetch(`http://${host}:${port}/v1/checkouts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: new URLSearchParams({ entityId, amount: '92.00', currency: 'EUR', paymentType: 'DB' }),
  })
  const { id } = (await response.json()) as { id?: string }
  if (!response.ok || id === undefined) throw new Error(`No checkout: status ${response.status}`)
  return id
}
