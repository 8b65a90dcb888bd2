import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeApplePayToken } from '../../sandbox/wallets/apple-pay-token.ts'
import { makeAppleChain } from '../../sandbox/wallets/certificates.ts'
import { makeGooglePayToken } from '../../sandbox/wallets/google-pay-token.ts'
import type { TokenOrder } from '../../sandbox/wallets/token-order.ts'
import { CURVE, spkiOf } from '../../server/features/wallets/p256.ts'
import { localhostIdentity } from '../../server/testing/certificate.fixture.ts'
import { runCommand } from '../../server/testing/command.fixture.ts'
import { freePort } from '../../server/testing/free-port.ts'
import { LIVE_VAULT_KEY } from '../../server/testing/live-key.ts'
import { startServerProcess } from '../../server/testing/server-process.fixture.ts'
import type { Parameters, PaymentStatus } from './gateway-client.ts'
import { type MerchantServer, startMerchantServer } from './merchant-server.ts'

export const APPLE_MERCHANT = 'merchant.com.example.shop'
export const GOOGLE_MERCHANT = 'BCR2DN4TZZZZZZZZ'

/** A card that the simulated acquirer declines. */
export const DECLINED = '4000000000000002'

/** A live gateway as a process of its own, with keys of wallets that the test has made, and its acquirer. */
export interface LiveGateway {
  readonly url: string
  readonly entityId: string
  /** Pages of a shop over TLS. */
  readonly shop: MerchantServer
  /** Payments as they arrived at the acquirer. */
  readonly forwarded: Readonly<Record<string, string>>[]
  createCheckout(more?: Parameters): Promise<string>
  changeCheckout(id: string, more: Parameters): Promise<void>
  status(checkoutId: string): Promise<PaymentStatus>
  /** A token of the wallet as its provider would give it to the page now. */
  token(wallet: 'applePay' | 'googlePay', more?: Partial<TokenOrder>): Promise<string>
  close(): Promise<void>
}

const keyPair = () => generateKeyPairSync('ec', { namedCurve: CURVE })

export async function startLiveGateway(): Promise<LiveGateway> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tillgate-live-'))
  const acquirer = await startAcquirer()
  const port = await freePort('localhost')
  const url = `https://localhost:${port}`
  const wallets = await walletKeys()
  const identity = await localhostIdentity()
  const files = { ...wallets.files, 'cert.pem': identity.cert, 'key.pem': identity.key }
  for (const [name, text] of Object.entries(files)) await writeFile(join(dataDir, name), text)
  const file = (name: keyof typeof files) => join(dataDir, name)
  const env = {
    TILLGATE_ENV: 'live',
    TILLGATE_PORT: String(port),
    TILLGATE_BASE_URL: url,
    TILLGATE_VAULT_KEY: LIVE_VAULT_KEY,
    TILLGATE_DEMO_ENTITY_ID: '',
    TILLGATE_DEMO_LEGACY_ENTITY_ID: '',
    TILLGATE_DEMO_TOKEN: '',
    TILLGATE_SHOP_PORT: '',
    TILLGATE_TLS_CERT: file('cert.pem'),
    TILLGATE_TLS_KEY: file('key.pem'),
    TILLGATE_EXTERNAL_URL: acquirer.url,
    TILLGATE_EXTERNAL_TOKEN: 'a-token-of-the-acquirer',
    TILLGATE_EXTERNAL_ENTITY: 'a'.repeat(32),
    TILLGATE_APPLE_PAY_MERCHANT: APPLE_MERCHANT,
    TILLGATE_APPLE_PAY_KEY: file('apple-pay-key.pem'),
    TILLGATE_APPLE_PAY_ROOT: file('apple-pay-root.pem'),
    // Apple takes the identity of a merchant from this one; no test reaches Apple.
    TILLGATE_APPLE_PAY_CERT: file('cert.pem'),
    TILLGATE_APPLE_PAY_CERT_KEY: file('key.pem'),
    TILLGATE_GOOGLE_PAY_MERCHANT: GOOGLE_MERCHANT,
    TILLGATE_GOOGLE_PAY_KEY: file('google-pay-key.pem'),
    TILLGATE_GOOGLE_PAY_ROOTS: file('google-pay-roots.json'),
  }
  const command = async (...args: readonly string[]) => {
    const { code, output } = await runCommand(args, { dataDir, env })
    if (code !== 0) throw new Error(output)
    return output.trim()
  }
  const create = (kind: string, ...more: readonly string[]) =>
    command('entity', 'create', '--kind', kind, '--name', 'Lark & Line', ...more)
  const psp = await create('psp')
  const merchant = await create('merchant', '--parent', psp)
  const entityId = await create('channel', '--parent', merchant)
  const token = await command('token', 'create', '--entity', merchant, '--label', 'Shop')
  const server = await startServerProcess({ dataDir, env })
  const shop = await startMerchantServer(identity)

  async function call(method: 'GET' | 'POST', path: string, fields: Parameters = {}) {
    const form = new URLSearchParams({ entityId, ...fields }).toString()
    const asked = request(url + path + (method === 'GET' ? `?${form}` : ''), {
      method,
      ca: identity.cert,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
    })
    asked.end(method === 'POST' ? form : undefined)
    const [response] = await once(asked, 'response')
    let text = ''
    for await (const chunk of response) text += chunk
    return JSON.parse(text) as PaymentStatus
  }

  return {
    url,
    entityId,
    shop,
    forwarded: acquirer.forwarded,
    async createCheckout(more) {
      const money = { amount: '92.00', currency: 'EUR', paymentType: 'DB' }
      const { id, result } = await call('POST', '/v1/checkouts', { ...money, ...more })
      if (result.code !== '000.200.100') throw new Error(JSON.stringify(result))
      return id
    },
    async changeCheckout(id, more) {
      await call('POST', `/v1/checkouts/${id}`, more)
    },
    status: (id) => call('GET', `/v1/checkouts/${id}/payment`),
    token: (wallet, more) => wallets.token(wallet, more),
    async close() {
      await shop.close()
      await server.interrupt()
      await acquirer.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Keys of providers and operator, as files of the operator and as the maker of tokens. */
async function walletKeys() {
  const apple = { root: keyPair(), intermediate: keyPair(), leaf: keyPair() }
  const chain = await makeAppleChain(apple)
  const google = { root: keyPair(), intermediate: keyPair() }
  const own = { apple: keyPair(), google: keyPair() }
  const pem = ({ privateKey }: ReturnType<typeof keyPair>) =>
    privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const rootKey = {
    keyValue: spkiOf(google.root.publicKey).toString('base64'),
    protocolVersion: 'ECv2',
    keyExpiration: String(Date.now() + 3_600_000),
  }
  return {
    files: {
      'apple-pay-key.pem': pem(own.apple),
      'apple-pay-root.pem': chain.root.toString(),
      'google-pay-key.pem': pem(own.google),
      'google-pay-roots.json': JSON.stringify({ keys: [rootKey] }),
    },
    token(wallet: 'applePay' | 'googlePay', more: Partial<TokenOrder> = {}): Promise<string> {
      const order: TokenOrder = {
        amount: { minor: 9200, currency: 'EUR' },
        card: { number: '4200000000000000', expiryMonth: '05', expiryYear: '2034' },
        numberType: 'DPAN',
        nowMs: Date.now(),
        ...more,
      }
      if (wallet === 'applePay') {
        return makeApplePayToken(order, {
          chain,
          leaf: apple.leaf,
          merchantId: APPLE_MERCHANT,
          merchantKey: own.apple.publicKey,
          strangerKey: keyPair().publicKey,
        })
      }
      const recipient = {
        recipientId: `merchant:${GOOGLE_MERCHANT}`,
        recipientKey: own.google.publicKey,
      }
      return Promise.resolve(makeGooglePayToken(order, { ...google, ...recipient }))
    },
  }
}

/** A server of this interface that approves every card but one, as a live one. */
async function startAcquirer() {
  const forwarded: Record<string, string>[] = []
  const server = createServer(async (asked, response) => {
    let body = ''
    for await (const chunk of asked) body += chunk
    const form = Object.fromEntries(new URLSearchParams(body))
    if (form['card.number'] !== undefined) forwarded.push(form)
    const isDeclined = form['card.number'] === DECLINED
    const { paymentType, amount, currency } = form
    const code = isDeclined ? '800.100.152' : '000.000.000'
    const id = `8ac7a49f${String(forwarded.length).padStart(24, '0')}`
    const answer = { id, paymentType, amount, currency, result: { code, description: '' } }
    response.writeHead(isDeclined ? 400 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwarded,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
