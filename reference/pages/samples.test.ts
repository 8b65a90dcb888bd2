import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../server/testing/free-port.ts'
import {
  cardPayment,
  startTestGateway,
  type TestGateway,
} from '../../server/testing/gateway.fixture.ts'

const DOCS = join(import.meta.dirname, '../../docs')
const GUIDES = ['getting-started.md', 'refunds.md', 'webhooks.md', 'php.md', 'clients.md']

/** The files that the guides tell their readers to write: blocks of code that begin with their name. */
const files = new Map(
  GUIDES.flatMap((guide) => {
    const text = readFileSync(join(DOCS, guide), 'utf8')
    const blocks = text.matchAll(
      /^```(?:js|php|py)\n((?:<\?php\n)?(?:\/\/|#) ([\w-]+\.(?:mjs|php|py))[\s\S]*?)^```/gm,
    )
    return [...blocks].map(([, code = '', name = '']) => [name, code] as const)
  }),
)
for (const name of ['tillgate.mjs', 'tillgate.php', 'tillgate.py']) {
  files.set(name, readFileSync(join(DOCS, '../clients', name), 'utf8'))
}

/** What each language runs: its program, the words after it for a server, and its pages. */
const LANGUAGES = {
  Node: {
    program: process.execPath,
    serve: (_port: number, file: string) => [file],
    files: { shop: 'shop.mjs', refund: 'refund.mjs', webhook: 'webhook.mjs' },
    resultPath: '/result',
  },
  PHP: {
    program: 'php',
    serve: (port: number) => ['-S', `127.0.0.1:${port}`],
    files: { shop: 'index.php', refund: 'refund.php', webhook: 'webhook.php' },
    resultPath: '/result.php',
  },
} as const

describe.each(Object.entries(LANGUAGES))('the shop of the guides in %s', (_, language) => {
  const { program, serve, resultPath } = language
  const isThere = spawnSync(program, ['--version']).status === 0

  it.skipIf(!isThere)(
    'creates a checkout, shows the widget, reads the status and refunds a part',
    { timeout: 60_000 },
    async () => {
      const { gateway, folder, env, port } = await shopFolder()
      const url = `http://127.0.0.1:${port}`
      run(program, serve(port, language.files.shop), { folder, env })
      // Browsers ask for more than the page by themselves.
      expect((await whenServed(`${url}/favicon.ico`)).status).toBe(404)
      expect((await fetch(`${url}/apple-touch-icon`)).status).toBe(404)
      expect(await checkoutsOf(gateway)).toBe(0)
      const page = await whenServed(`${url}/`)
      const html = await page.text()
      const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? ''
      const checkoutId = /checkoutId=([\w.-]+)"/.exec(html)?.[1] ?? ''
      expect(html).toMatch(/integrity="sha384-[\w+/]+=*" crossorigin="anonymous"/)
      expect(html).toContain(`action="${url}${resultPath}" data-brands=`)

      const read = async () =>
        (await fetch(`${url}${resultPath}?id=${checkoutId}`, { headers: { cookie } })).text()
      expect(await read()).toMatch(/^ORDER-[\w-]+: pending, 000\.200\.000, id /)
      await gateway.post(`/v1/checkouts/${checkoutId}/payment`, {
        ...cardOnly(gateway),
        shopperResultUrl: `${url}${resultPath}`,
      })
      const shown = await read()
      expect(shown).toMatch(/^ORDER-[\w-]+: success, 000\.100\.110, id [0-9a-f]{32}$/)

      const [paymentId = ''] = /[0-9a-f]{32}$/.exec(shown) ?? []
      const refund = (amount: string) => {
        const words = [language.files.refund, paymentId, amount, 'refund-1-of-order-1042']
        return spawnAside(program, words, { folder, env })
      }
      const first = await refund('10.00')
      expect(first).toMatch(/^success [0-9a-f]{32} Request successfully processed/)
      expect(await refund('10.00')).toBe(first)
      const { body } = await gateway.get(
        `/v1/payments/${paymentId}?entityId=${gateway.demo.entityId}`,
      )
      expect(body).toMatchObject({ amounts: { refunded: '10.00', open: '82.00' } })
      expect(await refund('10.01')).toMatch(/^not done: .* 400 200\.200\.106 /)
      // What is wrong is named, not only that something is.
      expect(
        await spawnAside(program, [language.files.refund, paymentId, '1.234', 'x'.repeat(8)], {
          folder,
          env,
        }),
      ).toMatch(/^not done: .*; amount /)
    },
  )

  it.skipIf(!isThere)(
    'answers a genuine webhook with 200 and any other with 401',
    { timeout: 60_000 },
    async () => {
      const { gateway, folder, env, port } = await shopFolder()
      const name = language.files.webhook
      const url = `http://127.0.0.1:${port}/${name}`
      run(program, serve(port, name), { folder, env })
      await whenServed(url)
      expect((await fetch(url, { method: 'POST', body: '{"type":"PAYMENT"}' })).status).toBe(401)
      const { entityId } = gateway.demo
      const { body } = await gateway.post('/v1/webhooks', { entityId, url, secret: env.SECRET })
      await expect
        .poll(() => gateway.get(`/v1/webhooks/${body.id}`).then((read) => read.body.state), {
          timeout: 20_000,
        })
        .toBe('active')
    },
  )
})

const PROGRAMS = [
  ['Node', process.execPath, 'pay.mjs'],
  ['PHP', 'php', 'pay.php'],
  ['Python', 'python3', 'pay.py'],
] as const

describe.each(PROGRAMS)('the sample of the client in %s', (_, program, file) => {
  const isThere = spawnSync(program, ['--version']).status === 0

  it.skipIf(!isThere)('captures and refunds a part, and prints what is refused', async () => {
    const { folder, env } = await shopFolder()
    const output = await spawnAside(program, [file], { folder, env })
    expect(output).toBe('success 30.00\n700.400.200\n')
  })
})

/** How many checkouts the shop has made so far. */
async function checkoutsOf({ url }: TestGateway): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const line =
    /^tillgate_requests_total\{method="POST",route="\/v1\/checkouts",status="200"\} (\d+)$/m
  return Number(line.exec(metrics)?.[1])
}

async function shopFolder() {
  const gateway = await startTestGateway({ callsMerchants: true })
  // The receivers compare the time of a message with the clock of the machine.
  gateway.clock.advance(Date.now() - gateway.clock.now())
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-guides-'))
  onTestFinished(async () => {
    await gateway.close()
    rmSync(folder, { recursive: true, force: true })
  })
  for (const [name, code] of files) writeFileSync(join(folder, name), code)
  const port = await freePort('127.0.0.1')
  const env = {
    GATEWAY: gateway.url,
    ENTITY: gateway.demo.entityId,
    TOKEN: gateway.demo.accessToken,
    PORT: String(port),
    SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  }
  return { gateway, folder, env, port }
}

/** What the widget sends: the card, and nothing that the checkout has. */
function cardOnly({ demo }: TestGateway) {
  const isOfCard = ([name]: readonly [string, unknown]) => /^(?:card\.|paymentBrand)/.test(name)
  return Object.fromEntries(Object.entries(cardPayment(demo.entityId)).filter(isOfCard))
}

interface Place {
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
}

function run(program: string, words: readonly string[], place: Place): void {
  const child = start(program, words, place)
  onTestFinished(() => void child.kill())
}

/** The gateway of the test is in this process, which has to answer meanwhile. */
async function spawnAside(program: string, words: readonly string[], place: Place) {
  const child = start(program, words, place)
  let output = ''
  for await (const piece of child.stdout) output += piece
  return output
}

function start(program: string, words: readonly string[], { folder, env }: Place) {
  const stdio = ['ignore', 'pipe', 'ignore'] as const
  return spawn(program, words, { cwd: folder, env: { ...process.env, ...env }, stdio: [...stdio] })
}

async function whenServed(url: string): Promise<Response> {
  let answer: Response | undefined
  await expect
    .poll(
      async () => {
        answer = await fetch(url).catch(() => undefined)
        return answer !== undefined
      },
      { timeout: 20_000 },
    )
    .toBe(true)
  if (answer === undefined) throw new Error('Not served')
  return answer
}
