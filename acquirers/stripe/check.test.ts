import { describe, expect, it, onTestFinished } from 'vitest'
import { EMULATED_KEY, startStripeEmulator } from '../../sandbox/acquirers/stripe/emulator.ts'
import type { AccountFinding } from '../../server/payments/connectors/account-finding.ts'
import { createStripeConnector } from './stripe.ts'

const ACCOUNT = 'acct_1032D82eZvKYlo2C'

interface Shown {
  readonly there?: Parameters<typeof startStripeEmulator>[0]['account']
  readonly key?: string
  readonly environment?: 'test' | 'live'
  readonly webhookSecrets?: readonly string[]
}

/** The findings that are not right, by what they are about. */
async function found({ there = {}, key = EMULATED_KEY, ...more }: Shown = {}) {
  const clock = { now: () => 0 } as Parameters<typeof createStripeConnector>[0]['clock']
  const account = { id: ACCOUNT, ...there }
  const emulator = await startStripeEmulator({ clock, account, keys: [EMULATED_KEY] })
  onTestFinished(() => emulator.close())
  const connector = createStripeConnector({
    account: {
      ...{ id: 'stripe:1', provider: 'stripe', environment: 'test', settings: {} },
      merchantId: ACCOUNT,
    },
    emulator: emulator.url,
    environment: 'test',
    keys: [key],
    webhookSecrets: ['whsec_emulated'],
    returnUrl: () => '',
    names: async () => [],
    stored: async () => [],
    clock,
    log: { warn: () => undefined },
    ...more,
  })
  const findings = (await connector.check?.(0)) ?? []
  const changed = emulator.requests.all.filter(({ method }) => method !== 'GET')
  expect(changed).toEqual([])
  return new Map(findings.map((one) => [one.what, one] as const))
}

const wrong = (why: RegExp) => ({ result: 'wrong', why: expect.stringMatching(why) })
const results = (findings: ReadonlyMap<string, AccountFinding>) =>
  [...findings.values()].map(({ what, result }) => `${what} ${result}`)

describe('a check of an account at Stripe', () => {
  it('finds all right but what no answer tells', async () => {
    expect(results(await found())).toEqual([
      'environment right',
      'access right',
      'merchantId right',
      'charges right',
      'cards right',
      'rawCards unknown',
      'events right',
    ])
  })

  it('says that the key is refused', async () => {
    const findings = await found({ key: 'sk_test_other' })
    expect(findings.get('access')).toMatchObject(wrong(/the secret key is refused/))
    expect(findings.has('charges')).toBe(false)
  })

  it('says that the key is of live', async () => {
    const findings = await found({ key: 'sk_live_emulated' })
    expect(findings.get('environment')).toMatchObject(wrong(/begins with sk_test_ or rk_test_/))
  })

  it('says that the key belongs to another account', async () => {
    const findings = await found({ there: { id: 'acct_other' } })
    expect(findings.get('merchantId')).toMatchObject(
      wrong(/belongs to acct_other, and the account here names acct_1032D82eZvKYlo2C/),
    )
  })

  it('says that the account may charge nothing, and takes no cards', async () => {
    const findings = await found({ there: { chargesEnabled: false, methods: ['ideal'] } })
    expect(findings.get('charges')).toMatchObject(wrong(/lets the account charge nothing/))
    expect(findings.get('cards')).toMatchObject(wrong(/card payments are inactive there/))
  })

  it('says that nothing is heard without a secret of the webhook', async () => {
    const findings = await found({ webhookSecrets: [] })
    expect(findings.get('events')).toMatchObject({ result: 'unknown' })
  })
})
