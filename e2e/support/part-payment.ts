import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../../server/testing/command.fixture.ts'
import {
  processDemo,
  type ServerProcess,
  startServerProcess,
} from '../../server/testing/server-process.fixture.ts'
import { test as base, expect } from './test.ts'

/** Tests against a gateway whose shoppers may pay a part with gift cards. */
export const test = base.extend<object, { readonly server: ServerProcess }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from it
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'tillgate-e2e-'))
      const server = await startServerProcess({ dataDir, withShop: true })
      const settings = join(dataDir, 'settings.json')
      await writeFile(settings, JSON.stringify({ giftCards: { partPayment: true } }))
      const words = ['entity', 'set', processDemo.entityId, '--merge', settings]
      expect(await runCommand(words, { dataDir })).toMatchObject({ code: 0 })
      await expect.poll(() => takesParts(server)).toBe(true)
      await use(server)
      await server.interrupt()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
})

export { expect } from './test.ts'

/** A running gateway follows its settings within a second. */
async function takesParts({ url }: ServerProcess): Promise<boolean> {
  const { entityId, accessToken } = processDemo
  const body = new URLSearchParams({
    entityId,
    amount: '1.00',
    currency: 'EUR',
    paymentType: 'DB',
  })
  const headers = { authorization: `Bearer ${accessToken}` }
  const created = await fetch(`${url}/v1/checkouts`, { method: 'POST', headers, body })
  const { id } = (await created.json()) as { readonly id: string }
  const session = await fetch(`${url}/v1/checkouts/${id}/session`)
  return 'giftCards' in ((await session.json()) as object)
}
