import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cardPayment, type Form } from '../testing/gateway.fixture.ts'
import {
  processDemo,
  type ServerProcess,
  startServerProcess,
} from '../testing/server-process.fixture.ts'

/** A number and a code that occur nowhere else: any place where they are found is a leak. */
const PAN = '4929123456789015'
const WRONG_PAN = '4929123456789010'
const CVV = '8317'
/** Enrolled in 3-D Secure: its issuer asks for a challenge. */
const AMEX = '371449635398431'

/** Further secrets, sent under their names; they occur nowhere else. */
const SECRETS = {
  'sender.accountNumber': 'SENDERCANARY4711',
  'recipient.accountNumber': 'RECIPIENTCANARY4711',
  'risk.accountToken': 'RISKCANARY4711',
}
const TERMINAL_SECRETS = {
  'pos.encryptedPin.data': 'PINCANARY4711',
  'pos.encryptedPin.ksn': 'PINKSNCANARY4711',
  'pos.encryptedSred.data': 'SREDCANARY4711',
  'pos.encryptedSred.ksn': 'SREDKSNCANARY4711',
  'pos.iccDataRequest': 'ICCCANARY4711',
}
const IBAN = 'DE89370400440532013000'

let dataDir: string
let server: ServerProcess
const answers: string[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tillgate-canary-'))
  server = await startServerProcess({ dataDir, env: { TILLGATE_LOG_LEVEL: 'trace' } })
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const authorization = `Bearer ${processDemo.accessToken}`

async function post(path: string, body: URLSearchParams | string, type?: string): Promise<string> {
  const headers = { authorization, ...(type === undefined ? {} : { 'content-type': type }) }
  const response = await fetch(server.url + path, { method: 'POST', headers, body })
  const text = await response.text()
  answers.push(text, JSON.stringify([...response.headers]))
  return text
}

function card(more: Form = {}): Record<string, string> {
  const form = {
    ...cardPayment(processDemo.entityId),
    paymentBrand: 'AMEX',
    'card.number': AMEX,
    'card.cvv': CVV,
    'threeDSecure.disable': 'true',
    ...more,
  }
  return form as Record<string, string>
}

const form = (more: Form = {}) => new URLSearchParams(card(more))

const TERMINAL = {
  paymentBrand: 'VISA',
  'pos.entryMode': 'ICC',
  'pos.terminalId': '12345678',
  ...TERMINAL_SECRETS,
}
const ACCOUNT = {
  paymentBrand: 'DIRECTDEBIT_SEPA',
  'bankAccount.holder': 'Ada Byron',
  'bankAccount.iban': IBAN,
  'bankAccount.mandate.id': 'MANDATE-A',
  'bankAccount.mandate.dateOfSignature': '2026-11-01',
}

function debitOf(entityId: string) {
  return { entityId, amount: '1.00', currency: 'EUR', paymentType: 'DB' }
}

const BROWSER = {
  shopperResultUrl: 'https://shop.example/result',
  'customer.givenName': 'Ada',
  'customer.surname': 'Byron',
  'customer.browser.acceptHeader': '*/*',
  'customer.browser.language': 'en',
  'customer.browser.screenHeight': '1080',
  'customer.browser.screenWidth': '1920',
  'customer.browser.timezone': '0',
  'customer.browser.userAgent': 'Browser/1.0',
}

/** Waits for its challenge with the code sealed, and goes through every page as a browser does. */
async function sendThroughChallenge(): Promise<void> {
  const paid = await post('/v1/payments', form({ ...BROWSER, 'threeDSecure.disable': 'false' }))
  const { redirect } = JSON.parse(paid)
  const credentials = Object.fromEntries(
    redirect.parameters.map(({ name, value }: Record<'name' | 'value', string>) => [name, value]),
  )
  await post('/v1/threeDSecure/execute', new URLSearchParams(credentials))
  const next = () => post('/v1/threeDSecure/next', JSON.stringify(credentials), 'application/json')
  const { step, url, creq } = JSON.parse(await next())
  expect(step).toBe('challenge')
  const { pathname, search } = new URL(url)
  await post(pathname + search, new URLSearchParams({ creq }))
  await post('/v1/threeDSecure/cancel', JSON.stringify(credentials), 'application/json')
  expect(JSON.parse(await next())).toMatchObject({ step: 'done', outcome: 'cancelled' })
}

/** One summary is paid by the merchant's server, one waits sealed. */
async function sendForSummary(): Promise<void> {
  const { entityId } = processDemo
  for (const isPaid of [true, false]) {
    const opened = await post('/v1/checkouts', new URLSearchParams(debitOf(entityId)))
    const path = `/v1/checkouts/${JSON.parse(opened).id}`
    const details = form({ paymentBrand: 'VISA', 'card.number': PAN, 'card.cvv': CVV.slice(1) })
    for (const name of ['entityId', 'amount', 'currency', 'paymentType', 'threeDSecure.disable'])
      details.delete(name)
    expect(JSON.parse(await post(`${path}/summary`, details)).result.code).toBe('000.200.101')
    if (isPaid) await post(`${path}/payment`, new URLSearchParams({ entityId }))
  }
}

/** Every way that card data can take through the gateway, the wrong ones above all. */
async function sendEverywhere(): Promise<void> {
  const visa = { paymentBrand: 'VISA', 'card.number': PAN, 'card.cvv': '123' }
  await post('/v1/payments', form())
  await post('/v1/payments', form(visa))
  await post('/v1/payments', form({ ...visa, 'card.number': WRONG_PAN }))
  await post('/v1/payments', form({ 'card.holder': '800.100.152' }))
  await post('/v1/payments', form({ ...visa, 'card.cvv': CVV }))
  await post('/v1/payments', form({ paymentBrand: 'MASTER' }))
  await post('/v1/payments', form({ 'card.number': `${PAN}x`, 'card.cvv': `${CVV}x` }))
  await post('/v1/payments', form({ 'customParameters[SIMULATOR_outcome]': 'delay:5' }))
  await post('/v1/payments', form({ 'customParameters[SIMULATOR_outcome]': 'timeout' }))
  await post('/v1/payments', form({ cardNumber: PAN, 'card.nunber': PAN }))
  await post('/v1/payments', new URLSearchParams([...form(visa), ['card.number', PAN]]))
  await post('/v1/payments', JSON.stringify(card(visa)), 'application/json')
  await post('/v1/payments', `{"card":{"number":"${PAN}"`, 'application/json')
  await post('/v1/payments', `card.number=${PAN}&%zz=${CVV}`, 'application/x-www-form-urlencoded')
  await post('/v1/payments', `card.number=${PAN}`, 'text/plain')
  await post('/v1/payments/8ac7a4', form())
  await fetch(`${server.url}/v1/payments?card.number=${PAN}`).then(async (response) =>
    answers.push(await response.text()),
  )
  await post('/v1/payments', form(SECRETS))
  await post('/v1/payments', form({ ...SECRETS, 'card.nunber': PAN }))
  await sendForSummary()
  const delayed = { 'customParameters[SIMULATOR_outcome]': 'delay:5' }
  await post('/v1/payments', form({ ...SECRETS, ...delayed }))
  const { entityId } = processDemo
  await post('/v1/payments', new URLSearchParams({ ...debitOf(entityId), ...TERMINAL }))
  await post('/v1/payments', new URLSearchParams({ ...debitOf(entityId), ...ACCOUNT }))
  const checkout = debitOf(entityId)
  const { id } = JSON.parse(await post('/v1/checkouts', new URLSearchParams(checkout)))
  const {
    entityId: _e,
    amount: _a,
    currency: _c,
    paymentType: _p,
    'threeDSecure.disable': _d,
    ...submitted
  } = card(visa)
  await post(`/v1/checkouts/${id}/payment`, form(visa))
  const wrong = { ...submitted, 'card.number': WRONG_PAN }
  await post(`/v1/checkouts/${id}/payment`, new URLSearchParams(wrong))
  await post(`/v1/checkouts/${id}/payment`, new URLSearchParams(submitted))
  await sendThroughChallenge()
  // Waits still when the process is killed.
  await post('/v1/payments', form({ ...BROWSER, 'threeDSecure.disable': 'false' }))
}

describe('card data', () => {
  it('appears in no database file, log, answer or error text', async () => {
    await sendEverywhere()
    await server.kill()
    const places = new Map<string, string>([
      ['log', server.output()],
      ['answers', answers.join('\n')],
    ])
    for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      places.set(entry.name, await readFile(join(entry.parentPath, entry.name), 'latin1'))
    }
    expect([...places.keys()]).toEqual(expect.arrayContaining(['tillgate.db', 'tillgate.db-wal']))
    const approved = answers.filter((answer) => answer.includes('"000.100.110"'))
    expect(approved.length).toBeGreaterThanOrEqual(9)

    for (const [name, content] of places) {
      for (const canary of [PAN, WRONG_PAN, AMEX]) {
        expect(content.includes(canary), `${canary} in ${name}`).toBe(false)
        // Base64 has three alignments; one of them hides nothing of the middle.
        for (const shift of [0, 1, 2]) {
          const encoded = Buffer.from(canary.slice(shift)).toString('base64').slice(0, 12)
          expect(content.includes(encoded), `${encoded} in ${name}`).toBe(false)
        }
      }
    }
    const secrets = [IBAN, ...Object.values({ ...SECRETS, ...TERMINAL_SECRETS })]
    for (const [name, content] of places) {
      for (const secret of secrets) {
        expect(content.includes(secret), `${secret} in ${name}`).toBe(false)
      }
      expect(contextsOf(CVV, content), `code in ${name}`).toEqual([])
    }
  })
})

/** Four digits may occur in ids and times by chance: only a separate group counts as a code. */
function contextsOf(code: string, content: string): string[] {
  return content.match(new RegExp(`(?<![0-9a-zA-Z.])${code}(?![0-9a-zA-Z.])`, 'g')) ?? []
}

it('the built gateway says in its answers which build it is', () => {
  expect(answers.join()).toMatch(/"buildNumber":"[0-9a-f]{40}@20\d\d-/)
  expect(answers.join()).not.toContain('1970-01-01')
})
