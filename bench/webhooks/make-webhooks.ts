import type { Target } from '../load/requests.ts'

const ACTIVE_WITHIN_MS = 10_000
/** The gateway remembers the webhooks of an entity for a second. */
const REMEMBERED_MS = 1_100

/** Creates webhooks of the merchant, and waits until payments are reported to all of them. */
export async function makeWebhooks(target: Target, urls: readonly string[]): Promise<void> {
  for (const url of urls) await makeWebhook(target, url)
  await pause(REMEMBERED_MS)
}

async function makeWebhook({ host, port, entityId, token }: Target, url: string): Promise<void> {
  const address = `http://${host}:${port}/v1/webhooks`
  const headers = { authorization: `Bearer ${token}` }
  const body = new URLSearchParams({ entityId, url, types: 'PAYMENT' })
  const made = await fetch(address, { method: 'POST', headers, body })
  const { id } = (await made.json()) as { readonly id: string }
  const endMs = performance.now() + ACTIVE_WITHIN_MS
  while (performance.now() < endMs) {
    const read = await fetch(`${address}/${id}`, { headers })
    if (((await read.json()) as { readonly state: string }).state === 'active') return
    await pause(20)
  }
  throw new Error(`The webhook ${url} was not activated`)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
