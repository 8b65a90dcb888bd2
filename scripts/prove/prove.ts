import { writeFileSync } from 'node:fs'
import { setTimeout as pauseFor } from 'node:timers/promises'
import { PROVIDERS } from '../../acquirers/providers.ts'
import { wireTime } from '../../server/kernel/timers/clock.ts'
import { providerNamed } from '../../server/payments/accounts/provider.ts'
import { Gateway, SEEN_WITHIN_MS } from '../sell/house.ts'
import { type Form, Shop } from '../sell/shop.ts'
import { DISPUTED, type Outcome, STEPS, TEST_CARDS } from '../sell/steps.ts'
import { until } from '../sell/until.ts'

export type Proved = 'stripe' | 'adyen'

export interface Wanted {
  readonly provider: Proved
  readonly print: (line: string) => void
  /** Absent: the emulator's. */
  readonly account?: {
    readonly merchantId: string
    /** JSON. */
    readonly settings: string
    /** By slot. */
    readonly credentials: Readonly<Record<string, string>>
  }
  readonly publicUrl?: string
  readonly port?: number
  /** Where the record is written. */
  readonly out?: string
}

/** What was tried with an account of a provider, and what came of it. No credential, and no card number. */
export interface ProofRecord {
  readonly provider: Proved
  readonly title: string
  /** The published description that the connector is written to. */
  readonly schema: string | undefined
  /** Day, UTC. */
  readonly day: string
  readonly with: 'emulator' | 'test account'
  readonly merchantId: string
  /** What the provider says of the account. */
  readonly findings: readonly string[]
  readonly steps: readonly {
    readonly name: string
    readonly passed: boolean
    readonly said: string
  }[]
}

/** Cards of the providers' test environments want these beside their numbers. */
const SHOPPERS: Readonly<Record<Proved, Form>> = {
  stripe: {},
  // docs.adyen.com/development-resources/testing/test-card-numbers
  adyen: { 'card.expiryMonth': '03', 'card.expiryYear': '2030', 'card.cvv': '737' },
}

/** How long a person may take on the pages of a bank. */
const PERSON_MS = 10 * 60_000

/** Tries an account; whether all has passed. */
export async function prove(wanted: Wanted): Promise<boolean> {
  const { provider, account, print, publicUrl, port } = wanted
  const args = account === undefined ? ['--acquirers'] : []
  const gateway = await Gateway.start(args, {
    env: publicUrl === undefined ? {} : { TILLGATE_BASE_URL: publicUrl },
    ...(port === undefined ? {} : { port }),
  })
  try {
    const at = await opened(gateway, wanted)
    if (account !== undefined && at.eventsUrl !== undefined) {
      print(`Address of the webhook there: ${at.eventsUrl}`)
    }
    const findings = await findingsOf(gateway, at.id)
    for (const finding of findings) print(finding)
    const steps = await tried(gateway, at.channelId, wanted)
    const described = providerNamed(provider, PROVIDERS)
    const record: ProofRecord = {
      provider,
      title: described?.title ?? provider,
      schema: described?.proven?.schema,
      day: wireTime(Date.now()).slice(0, 10),
      with: account === undefined ? 'emulator' : 'test account',
      merchantId: at.merchantId,
      findings,
      steps,
    }
    return finish(record, wanted)
  } finally {
    await gateway.close()
  }
}

interface Opened {
  readonly id: string
  readonly merchantId: string
  readonly channelId: string
  readonly eventsUrl?: string
}

interface ShownAccount {
  readonly id: string
  readonly provider: string
  readonly merchantId: string
  readonly eventsUrl?: string
}

/** The account, in the gateway, and a channel all of whose payments go through it. */
async function opened(gateway: Gateway, wanted: Wanted): Promise<Opened> {
  const merchant = await gateway.merchant()
  const account = await accountOf(gateway, merchant, wanted)
  const { entity } = await gateway.own<{ readonly entity: { readonly id: string } }>(
    '/admin/v1/entities',
    {
      entityId: merchant,
      kind: 'channel',
      entityName: 'Proof',
    },
  )
  const routing = JSON.stringify({ routing: [{ account: account.id }] })
  await gateway.own(`/admin/v1/entities/${entity.id}`, { settings: routing })
  // The gateway sees a changed channel within a second (docs/accounts.md).
  await pauseFor(SEEN_WITHIN_MS)
  return { ...account, channelId: entity.id }
}

async function accountOf(
  gateway: Gateway,
  merchant: string,
  { provider, account }: Wanted,
): Promise<ShownAccount> {
  const path = '/admin/v1/connector-accounts'
  if (account === undefined) {
    const query = new URLSearchParams({ entityId: merchant })
    const { accounts } = await gateway.own<{ readonly accounts: readonly ShownAccount[] }>(
      `${path}?${query}`,
    )
    const found = accounts.find((one) => one.provider === provider)
    if (found === undefined) throw new Error(`The emulator of ${provider} has not started`)
    return found
  }
  const { merchantId, settings, credentials } = account
  const made = await gateway.own<{ readonly account: ShownAccount }>(path, {
    ...{ entityId: merchant, accountName: 'Proof', provider, merchantId, settings },
  })
  const of = `${path}/${made.account.id}`
  for (const [slot, credential] of Object.entries(credentials)) {
    await gateway.own(`${of}/credentials`, { slot, step: 'begin', credential })
  }
  await gateway.own(of, { state: 'active' })
  return made.account
}

async function findingsOf(gateway: Gateway, accountId: string): Promise<readonly string[]> {
  const { findings } = await gateway.own<{
    readonly findings: readonly {
      readonly what: string
      readonly result: string
      readonly why?: string
    }[]
  }>(`/admin/v1/connector-accounts/${accountId}/check`)
  return findings.map(({ what, result, why = '' }) => `${result.padEnd(8)}${what} ${why}`.trimEnd())
}

async function tried(
  gateway: Gateway,
  entityId: string,
  { provider, account, print }: Wanted,
): Promise<ProofRecord['steps']> {
  const accessToken = await gateway.token(entityId)
  const shop: Shop = new Shop({
    ...{ gatewayUrl: gateway.url, entityId, accessToken },
    letTimePass: undefined,
    ...(account === undefined
      ? {}
      : { shopper: SHOPPERS[provider], askPerson: (address) => askPerson(address, print) }),
  })
  const steps: ProofRecord['steps'][number][] = []
  // A dispute is opened by a bank, and a year goes by in no test environment.
  for (const { name, run } of STEPS.filter((one) => one.name !== DISPUTED)) {
    const outcome = await run({
      shop,
      cards: TEST_CARDS[provider],
      isDisturbed: false,
      advance: async () => undefined,
      chargeBack: async () => undefined,
      answerAndWin: async () => undefined,
    }).catch((error): Outcome => ({ shown: 'broke', fault: String(error) }))
    const { fault } = outcome
    steps.push({ name, passed: fault === undefined, said: fault ?? outcome.shown })
    print(`${fault === undefined ? 'passed' : 'FAILED'}  ${name}: ${fault ?? outcome.shown}`)
  }
  return steps
}

/** Waits for a person who goes through the pages of a bank. */
async function askPerson(address: string, print: Wanted['print']): Promise<void> {
  print(`Open this page and complete it, then press Enter here:\n  ${address}`)
  let isDone = false
  const onEnter = () => {
    isDone = true
  }
  process.stdin.once('data', onEnter)
  try {
    await until('the page is completed', async () => isDone, PERSON_MS)
  } finally {
    process.stdin.off('data', onEnter)
    process.stdin.pause()
  }
}

function finish(record: ProofRecord, { print, out }: Wanted): boolean {
  const { provider, title, day, steps, schema } = record
  const file = out ?? `prove-${provider}-${day}.json`
  writeFileSync(file, `${JSON.stringify(record, undefined, 2)}\n`)
  const passed = steps.filter((step) => step.passed).length
  const by = record.with === 'emulator' ? 'emulator' : `test account, ${day}`
  print(`${title} (${schema}), ${by}: ${passed} of ${steps.length} passed; the record is ${file}`)
  return passed === steps.length
}
