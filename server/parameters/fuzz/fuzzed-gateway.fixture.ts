import type { FastifyInstance } from 'fastify'
import { demoCredentials } from '../../../sandbox/demo/credentials.ts'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { createGateway } from '../../app/app.ts'
import { openVault } from '../../kernel/vault/vault.ts'
import type { Store } from '../../store/port.ts'
import { featureSettings, sandbox } from '../../testing/all-features.fixture.ts'
import type { Profile } from '../plan.ts'
import { checkout, entityId, submit } from '../requests.fixture.ts'
import { type FuzzedRequest, LEGACY_ENTITY_ID } from './fuzzed-request.fixture.ts'
import { CARD_NUMBERS } from './hostile-texts.fixture.ts'

/** What came back, and what was logged meanwhile. */
export interface FuzzedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  readonly log: string
  /** From the request's first byte to the answer's last. */
  readonly milliseconds: number
}

/** The whole gateway in this process, without a socket: on a store in memory, its log caught. */
export interface FuzzedGateway {
  /** Rejects when no answer comes. */
  send(request: FuzzedRequest): Promise<FuzzedAnswer>
  close(): Promise<void>
}

const ACCESS_TOKEN = 'a-token-for-wrong-requests'
const START_MS = Date.UTC(2026, 10, 20, 15)
const clock = { now: () => START_MS }

/** Longer than any answer takes whose connector decides at once, in milliseconds. */
const MAX_ANSWER_MS = 30_000

type TargetName = 'checkout' | 'storing' | 'authorised' | 'debited' | 'registration'

export async function openFuzzedGateway(): Promise<FuzzedGateway> {
  const log = new CaughtLog()
  const store = openMemoryStore()
  const app = await startGateway(store, log)
  const targets = { strict: new Map<TargetName, string>(), legacy: new Map<TargetName, string>() }

  /** An unused payment or checkout of the request's channel. */
  async function targetId(name: TargetName, profile: Profile): Promise<string> {
    const known = targets[profile].get(name)
    if (known !== undefined) return known
    const id = await makeTarget(app, name, profile)
    targets[profile].set(name, id)
    return id
  }

  return {
    async send(request) {
      const target = targetOf(request)
      const url = pathOf(
        request,
        target === undefined ? '' : await targetId(target, request.profile),
      )
      log.take()
      const began = performance.now()
      const answer = await inTime(
        app.inject({
          method: 'POST',
          url,
          headers: { authorization: `Bearer ${ACCESS_TOKEN}`, ...request.headers },
          payload: request.body,
        }),
      )
      const milliseconds = performance.now() - began
      // A payment that was captured or reversed answers the next request differently.
      if (answer.statusCode === 200 && target !== undefined) targets[request.profile].delete(target)
      const { statusCode: status, headers, body: text } = answer
      return { status, headers, text, log: log.take(), milliseconds }
    },
    async close() {
      await app.close()
      await store.close()
    },
  }
}

async function startGateway(store: Store, log: CaughtLog): Promise<FastifyInstance> {
  const vault = await openVault({ store, masterKey: Buffer.alloc(32, 7), clock })
  await demoCredentials({ store, vault, clock, fixed: { entityId, accessToken: ACCESS_TOKEN } })
  await addLegacyChannel(store)
  return createGateway({
    ...featureSettings,
    sandbox,
    environment: 'test',
    baseUrl: 'http://gateway.example',
    nodeName: 'uat01-vm-tx01',
    store,
    vault,
    clock,
    browserCode: {
      widget: 'void __TILLGATE_BOOT__',
      frames: {
        both: 'void 0',
        code: 'void 1',
        borrowing: 'void 2',
        details: 'void 3',
        font: 'void 4',
      },
      authenticationPage: 'void 0',
      fetched: {},
    },
    log: { level: 'trace', stream: log },
    // The clock does not move: no period would ever end.
    throttling: {},
  })
}

async function addLegacyChannel(store: Store): Promise<void> {
  const strict = await store.read.entity(entityId)
  if (strict === undefined) throw new Error('The demo channel is missing')
  const settings = JSON.stringify({ profile: 'legacy' })
  const row = { ...strict, id: LEGACY_ENTITY_ID, name: 'Legacy channel', settings }
  await store.commit([{ kind: 'insertEntity', row }])
}

function targetOf({ operation, paymentType }: FuzzedRequest): TargetName | undefined {
  switch (operation) {
    case 'checkouts.submit':
      return 'checkout'
    case 'checkouts.register':
      return 'storing'
    case 'registrations.pay':
      return 'registration'
    case 'payments.reference':
      return paymentType === 'RF' || paymentType === 'RB' ? 'debited' : 'authorised'
    case 'payments.changeHold':
      return 'authorised'
    default:
      return undefined
  }
}

function pathOf({ operation }: FuzzedRequest, targetId: string): string {
  switch (operation) {
    case 'payments.create':
      return '/v1/payments'
    case 'payments.reference':
    case 'payments.changeHold':
      return `/v1/payments/${targetId}`
    case 'checkouts.create':
      return '/v1/checkouts'
    case 'checkouts.submit':
      return `/v1/checkouts/${targetId}/payment`
    case 'checkouts.register':
      return `/v1/checkouts/${targetId}/registration`
    case 'registrations.create':
      return '/v1/registrations'
    case 'registrations.pay':
      return `/v1/registrations/${targetId}/payments`
    case 'risk.create':
      return '/v1/risk'
  }
}

const card = { ...submit, 'card.number': CARD_NUMBERS[0] }

const soundTargets: Readonly<Record<TargetName, readonly [url: string, form: object]>> = {
  checkout: ['/v1/checkouts', checkout],
  storing: ['/v1/checkouts', { entityId, createRegistration: 'true' }],
  authorised: ['/v1/payments', { ...checkout, ...card, paymentType: 'PA' }],
  debited: ['/v1/payments', { ...checkout, ...card }],
  registration: ['/v1/registrations', { entityId, ...card }],
}

async function makeTarget(
  app: FastifyInstance,
  name: TargetName,
  profile: Profile,
): Promise<string> {
  const [url, sound] = soundTargets[name]
  const payload = profile === 'legacy' ? { ...sound, entityId: LEGACY_ENTITY_ID } : sound
  const headers = { authorization: `Bearer ${ACCESS_TOKEN}` }
  const answer = await app.inject({ method: 'POST', url, headers, payload })
  const { id } = answer.json<{ id?: string }>()
  if (id === undefined) throw new Error(`No ${name} could be made: ${answer.body}`)
  return id
}

async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    // The error is made when it is needed: its stack costs more than all the rest here.
    timer = setTimeout(
      () => reject(new Error(`no answer within ${MAX_ANSWER_MS} ms`)),
      MAX_ANSWER_MS,
    )
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Replaces the log's stream. */
class CaughtLog {
  #lines: string[] = []

  write(line: string): void {
    this.#lines.push(line)
  }

  /** What was written since the last time. */
  take(): string {
    const text = this.#lines.join('')
    this.#lines = []
    return text
  }
}
