import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import type { Change, Conflict, PaymentRow, PaymentStep, PaymentType, Store } from './port.ts'
import { openSqliteStore } from './sqlite/open-sqlite-store.ts'
import { databaseFiles } from './testing/database-files.ts'
import { type OwnedMove, ownedBy, ownedChange, ownedMove } from './testing/owned-moves.ts'
import {
  checkout,
  event,
  idempotency,
  inBillions,
  payment,
  posting,
  timeAt,
  timer,
  vaultKey,
} from './testing/sample-rows.ts'

/** Few rows and small amounts, so that steps meet each other and the limits all the time. */
const which = fc.nat({ max: 4 })
const amount = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 0, max: 4 }).map(inBillions) },
  { weight: 1, arbitrary: fc.constantFrom(-1, Number.MAX_SAFE_INTEGER, 2 ** 53, 0.5) },
)
const state = fc.constantFrom<PaymentRow['state'][]>('succeeded', 'succeeded', 'intent', 'failed')
const oneColumn = fc.oneof(
  ...(
    [
      'authorisedMinor',
      'bookedMinor',
      'capturedMinor',
      'reversedMinor',
      'refundedMinor',
      'captureCount',
    ] as const
  ).map((column) => amount.map((value) => ({ [column]: value }))),
  fc.constantFrom(null, 'last').map((finalisedBy) => ({ finalisedBy })),
  fc.boolean().map((holdClosed) => ({ holdClosed })),
  state.map((value) => ({ state: value })),
)
const money: fc.Arbitrary<Partial<PaymentStep>> = fc
  .array(oneColumn, { minLength: 1, maxLength: 3 })
  .map((columns) => Object.assign({}, ...columns))

const MOVES_NOTHING: ReadonlySet<PaymentType> = new Set(['RV', 'RI', '3D'])

/** What a payment of this type looks like when nothing odd is mixed in. */
const plainPayment = fc
  .record({
    paymentType: fc.constantFrom<PaymentType[]>(
      'PA',
      'PA',
      'DB',
      'CD',
      'CP',
      'RV',
      'RF',
      'RB',
      'RI',
      '3D',
    ),
    state,
    amountMinor: amount,
    maximumCaptures: fc.constantFrom(null, null, 1, 2, 98, 99),
    hasCheckout: fc.boolean(),
  })
  .map(({ hasCheckout, ...columns }) => ({
    ...columns,
    checkoutId: hasCheckout ? 'c' : null,
    ...(columns.state !== 'succeeded' || MOVES_NOTHING.has(columns.paymentType)
      ? {}
      : columns.paymentType === 'PA'
        ? { authorisedMinor: columns.amountMinor }
        : { bookedMinor: columns.amountMinor }),
  }))

type Move =
  | OwnedMove
  | { readonly move: 'insert'; readonly of: number; readonly columns: Partial<PaymentRow> }
  | { readonly move: 'refer'; readonly of: number; readonly to: number }
  | {
      readonly move: 'step'
      readonly of: number
      readonly late: number
      readonly set: Partial<PaymentStep>
    }
  | { readonly move: 'event'; readonly of: number; readonly sequence: number }
  | { readonly move: 'book'; readonly of: number; readonly legs: readonly number[] }
  | { readonly move: 'checkout'; readonly late: number }
  | { readonly move: 'key'; readonly of: number; readonly entity: number }
  | {
      readonly move: 'timer'
      readonly of: number
      readonly act: 'insert' | 'step' | 'end' | 'drop'
      readonly late: number
    }
  | {
      readonly move: 'once'
      readonly of: number
      readonly act: 'insert' | 'answer' | 'delete'
      readonly late: number
    }

const late = fc.constantFrom(0, 0, 0, 0, 0, 1)
const move: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ move: fc.constant('insert' as const), of: which, columns: plainPayment }),
  fc.record({
    move: fc.constant('insert' as const),
    of: which,
    columns: fc.tuple(plainPayment, money).map(([plain, odd]) => ({ ...plain, ...odd })),
  }),
  fc.record({ move: fc.constant('refer' as const), of: which, to: which }),
  {
    weight: 12,
    arbitrary: fc.record({ move: fc.constant('step' as const), of: which, late, set: money }),
  },
  fc.record({
    move: fc.constant('event' as const),
    of: which,
    sequence: fc.integer({ min: 0, max: 3 }),
  }),
  fc.record({
    move: fc.constant('book' as const),
    of: which,
    legs: fc.constantFrom([-1, 1], [-2, 1, 1], [1]),
  }),
  { weight: 8, arbitrary: ownedMove },
  fc.record({ move: fc.constant('checkout' as const), late }),
  fc.record({ move: fc.constant('key' as const), of: which, entity: which }),
  fc.record({
    move: fc.constant('timer' as const),
    of: which,
    act: fc.constantFrom('insert', 'step', 'end', 'drop'),
    late,
  }),
  fc.record({
    move: fc.constant('once' as const),
    of: which,
    act: fc.constantFrom('insert', 'answer', 'delete'),
    late,
  }),
)

/** What every run starts from: money that can be taken. */
const start: readonly Move[] = (['PA', 'DB', 'CD', 'PA'] as const).map((paymentType, of) => ({
  move: 'insert',
  of,
  columns: {
    paymentType,
    state: 'succeeded',
    amountMinor: inBillions(3),
    maximumCaptures: of === 3 ? 1 : null,
    checkoutId: of === 1 ? 'c' : null,
    ...(paymentType === 'PA' ? { authorisedMinor: inBillions(3) } : { bookedMinor: inBillions(3) }),
  },
}))

/** One world of ids, so that all runs can share two stores. */
interface World {
  readonly memory: Store
  readonly sqlite: Store
  readonly name: string
}

function idIn(world: World, of: number | string): string {
  return `${world.name}-${of}`
}

async function changesOf(world: World, move: Move): Promise<Change[]> {
  const id = idIn(world, 'of' in move ? move.of : 'c')
  switch (move.move) {
    case 'insert': {
      const checkoutId = move.columns.checkoutId == null ? null : idIn(world, 'c')
      return [{ kind: 'insertPayment', row: payment({ ...move.columns, id, checkoutId }) }]
    }
    case 'refer': {
      const columns = { referencedId: idIn(world, move.to), familyId: idIn(world, move.to) }
      return [{ kind: 'insertPayment', row: payment({ id, paymentType: 'CP', ...columns }) }]
    }
    case 'step': {
      const version = (await world.memory.read.payment(id))?.version ?? 1
      const set = { ...move.set, updatedAtMs: timeAt(version) }
      return [{ kind: 'stepPayment', id, expectedVersion: version + move.late, set }]
    }
    case 'event':
      return [{ kind: 'appendEvent', row: event(id, { sequence: move.sequence }) }]
    case 'book':
      return move.legs.map((amountMinor) => ({
        kind: 'appendPosting',
        row: posting(payment({ id }), { amountMinor }),
      }))
    case 'checkout': {
      const version = (await world.memory.read.checkout(id))?.version
      if (version === undefined) return [{ kind: 'insertCheckout', row: checkout({ id }) }]
      const set = { state: 'processing', updatedAtMs: timeAt(version) } as const
      return [{ kind: 'stepCheckout', id, expectedVersion: version + move.late, set }]
    }
    case 'key':
      return [{ kind: 'insertVaultKey', row: vaultKey({ id, entityId: idIn(world, move.entity) }) }]
    case 'timer':
      return [await timerChange(world, id, move)]
    case 'once':
      return [keyedRequestChange(id, move)]
    case 'owned':
      return [await ownedChange(world.memory, id, move)]
  }
}

async function timerChange(
  world: World,
  subjectId: string,
  { act, late }: Extract<Move, { move: 'timer' }>,
): Promise<Change> {
  const kind = 'paymentRecovery'
  if (act === 'insert') return { kind: 'insertTimer', row: timer({ kind, subjectId }) }
  if (act === 'drop') return { kind: 'endTimer', timer: kind, subjectId, expectedVersion: null }
  const version = (await world.memory.read.timer(kind, subjectId))?.version ?? 1
  const expectedVersion = version + late
  if (act === 'end') return { kind: 'endTimer', timer: kind, subjectId, expectedVersion }
  const set = { dueAtMs: timeAt(version), attempts: version }
  return { kind: 'stepTimer', timer: kind, subjectId, expectedVersion, ...set }
}

/** A late removal comes before the row's time is over. */
function keyedRequestChange(key: string, { act, late }: Extract<Move, { move: 'once' }>): Change {
  const row = idempotency({ scope: 'scope', key, answer: null })
  if (act === 'insert') return { kind: 'insertIdempotency', row }
  if (act === 'answer') return { kind: 'answerIdempotency', scope: 'scope', key, answer: '{}' }
  return { kind: 'deleteIdempotency', scope: 'scope', key, nowMs: row.expiresAtMs - late }
}

/** The answer to a commit, with a rejection as its code. */
async function answerOf(store: Store, changes: readonly Change[]): Promise<unknown> {
  return store.commit(changes).catch((error: { code?: unknown }) => error.code)
}

function kindOf(answer: unknown): string {
  if (typeof answer === 'string') return answer
  return (answer as Partial<Conflict>).reason ?? 'applied'
}

async function everythingIn(store: Store, world: World): Promise<unknown> {
  const ids = [0, 1, 2, 3, 4].map((of) => idIn(world, of))
  const { read } = store
  return Promise.all([
    read.checkout(idIn(world, 'c')),
    ...ids.map(read.payment),
    ...ids.map(read.paymentsOfFamily),
    ...ids.map(read.events),
    ...ids.map(read.postingsOfFamily),
    ...ids.map((id) => read.timer('paymentRecovery', id)),
    ...ids.map((id) => read.idempotency('scope', id)),
    read.vaultKeys(),
    ...ids.map((id) => ownedBy(store, id)),
  ])
}

describe('the memory store and SQLite', () => {
  const newFile = databaseFiles()
  const memory = openMemoryStore()
  let sqlite: Store
  let runs = 0

  beforeAll(async () => {
    sqlite = await openSqliteStore({ file: newFile(), committer: { kind: 'inline' } })
  })
  afterAll(() => sqlite.close())

  it('give the same answer to every change set and have the same rows afterwards', async () => {
    const seen = new Set<string>()
    const sets = fc.array(fc.array(move, { minLength: 1, maxLength: 3 }), {
      maxLength: 40,
      size: 'max',
    })
    await fc.assert(
      fc.asyncProperty(sets, async (moves) => {
        runs += 1
        const world: World = { memory, sqlite, name: `run${runs}` }
        const sets: Change[][] = []
        const answers: unknown[] = []
        for (const set of [...start.map((one) => [one]), ...moves]) {
          const changes = (await Promise.all(set.map((one) => changesOf(world, one)))).flat()
          sets.push(changes)
          answers.push(await answerOf(memory, changes))
        }
        // Handed in together, they share a transaction: each has to keep to itself there too.
        expect(await Promise.all(sets.map((set) => answerOf(sqlite, set)))).toEqual(answers)
        for (const answer of answers) seen.add(kindOf(answer))
        expect(await everythingIn(sqlite, world)).toEqual(await everythingIn(memory, world))
      }),
      { numRuns: 200 },
    )
    // The generator is worth something only while it reaches every kind of answer.
    expect([...seen].sort()).toEqual(['applied', 'exists', 'invalid-change', 'limit', 'version'])
  }, 300_000)
})
