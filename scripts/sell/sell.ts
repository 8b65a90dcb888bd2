import { processDemo } from '../../server/testing/server-process.fixture.ts'
import { decideByHand } from './by-hand.ts'
import { answerAndWin, chargeBack } from './charge-back.ts'
import { type Account, drawFaults, type House, openHouse, shownFaults } from './house.ts'
import { type Compared, compareLedgers, referencesOf, SUMS, underWay } from './ledgers.ts'
import { settle } from './settle.ts'
import { Shop } from './shop.ts'
import {
  ANSWERED,
  chargedBack,
  DISPUTED,
  givenBack,
  type Outcome,
  STEPS,
  type Step,
  SUBSCRIPTION,
  TEST_CARDS,
} from './steps.ts'
import { type Row, tableOf } from './table.ts'
import { advance, letTimePass } from './time.ts'
import { until } from './until.ts'

export interface SellOptions {
  readonly print: (line: string) => void
  /** The emulators draw faults by it. */
  readonly faultsSeed: string | undefined
}

/** The whole run; how many things were not as they should be. */
export async function sell({ print, faultsSeed }: SellOptions): Promise<number> {
  const house = await openHouse()
  const isDisturbed = faultsSeed !== undefined
  try {
    if (isDisturbed) await drawFaults(house, faultsSeed)
    const rows: Row[] = []
    for (const steps of [[...STEPS, ANSWERED], [SUBSCRIPTION]]) {
      rows.push(...(await through(house, steps, isDisturbed)))
    }
    if (isDisturbed) {
      print(`faults: ${await shownFaults(house)}`)
      await drawFaults(house, undefined)
      await allFound(house)
      for (const line of await decideByHand(house)) print(`by hand: ${line}`)
    }
    const settled = new Map<Account, Awaited<ReturnType<typeof settle>>>()
    for (const account of house.accounts) settled.set(account, await settle(house, account))
    const outcomes = [...settled].map(([account, { outcome }]) => [account, outcome] as const)
    rows.push({ name: 'settled by its file', outcomes: new Map(outcomes) })
    rows.push(await afterwards(house, rows, DISPUTED, 'charged back', chargedBack))
    if (!isDisturbed) rows.push(await afterwards(house, rows, ANSWERED.name, 'won back', givenBack))
    const books = await booksOf(house, (account) => settled.get(account)?.lines ?? [])
    const checked = (await house.gateway.command('check')).trimEnd().split('\n').at(-1) ?? ''
    return shown(house, { rows, books, checked, print })
  } finally {
    await house.close()
  }
}

interface Report {
  readonly rows: readonly Row[]
  readonly books: readonly Books[]
  readonly checked: string
  readonly print: SellOptions['print']
}

/** Prints all of it; how many things were not as they should be. */
function shown(house: House, { rows, books, checked, print }: Report): number {
  const faults = [
    ...rows.flatMap(({ name, outcomes: of }) =>
      [...of].flatMap(([account, { fault }]) =>
        fault === undefined ? [] : [`${name}, ${account.name}: ${fault}`],
      ),
    ),
    ...books.flatMap(({ faults: of }) => of),
    ...underWay(house).map(({ type, id }) => `under way: ${type} ${id}`),
    ...(checked.includes(' 0 problems') ? [] : [checked]),
  ]
  const references = referencesOf(house, ['operation', 'payment'])
  for (const line of tableOf(rows, house.accounts, references)) print(line)
  for (const { line } of books) print(line)
  print(`tillgate check: ${checked}`)
  for (const fault of faults) print(`DIFFERENCE ${fault}`)
  print(`sell: ${rows.length} steps, ${faults.length} differences`)
  return faults.length
}

function shopOf(house: House, isDisturbed: boolean): Shop {
  return new Shop({
    gatewayUrl: house.gateway.url,
    entityId: house.channelId,
    accessToken: processDemo.accessToken,
    letTimePass: isDisturbed ? (step) => letTimePass(house, step) : undefined,
  })
}

/**
 * Waits until the outcome of every payment is known. That something was never sent, or is given up at an acquirer, is
 * known by clocks that nobody can move, after two minutes.
 */
async function allFound(house: House): Promise<void> {
  const shop = shopOf(house, false)
  const areFound = async () => {
    const payments = underWay(house)
    for (const { id } of payments) await shop.get(`/v1/payments/${id}`)
    return payments.length === 0
  }
  await until('all outcomes are known', areFound, FOUND_WITHIN_MS).catch(() => false)
}

const FOUND_WITHIN_MS = 150_000

/** Has the channel sell through each account in turn, and does the same steps with each. */
async function through(
  house: House,
  steps: readonly Step[],
  isDisturbed: boolean,
): Promise<readonly Row[]> {
  const shop = shopOf(house, isDisturbed)
  const rows = steps.map(({ name }) => ({ name, outcomes: new Map<Account, Outcome>() }))
  for (const account of house.accounts) {
    await house.sellThrough(account)
    const cards = TEST_CARDS[account.name]
    for (const [at, { run }] of steps.entries()) {
      const outcome = await run({
        shop,
        cards,
        isDisturbed,
        advance: (by) => advance(house, by),
        chargeBack: (paymentId) => chargeBack(house, account, paymentId),
        answerAndWin: (paymentId) => answerAndWin(house, account, paymentId),
      }).catch((error): Outcome => ({ shown: 'broke', fault: String(error) }))
      rows[at]?.outcomes.set(account, outcome)
    }
  }
  return rows
}

/** What the gateway knows in the end of the payments of a step. */
async function afterwards(
  house: House,
  rows: readonly Row[],
  step: string,
  name: string,
  look: (shop: Shop, paymentId: string) => Promise<Outcome>,
): Promise<Row> {
  const done = rows.find((row) => row.name === step)?.outcomes ?? new Map()
  const outcomes = new Map<Account, Outcome>()
  for (const [account, { paymentId = '' }] of done) {
    outcomes.set(account, await look(shopOf(house, false), paymentId))
  }
  return { name, outcomes }
}

/** How long the last events of an acquirer may take. */
const LAST_EVENTS_MS = 5_000

interface Books {
  readonly line: string
  readonly faults: readonly string[]
}

/** What gateway and acquirers have booked, by account and currency. */
async function booksOf(
  house: House,
  filesOf: (account: Account) => Parameters<typeof compareLedgers>[2],
): Promise<readonly Books[]> {
  const books: Books[] = []
  for (const account of house.accounts) {
    let compared: readonly Compared[] = []
    const isEqual = async () => {
      compared = await compareLedgers(house, account, filesOf(account))
      return compared.every(({ faults }) => faults.length === 0)
    }
    await until('the books are equal', isEqual, LAST_EVENTS_MS).catch(() => false)
    books.push(...compared.map((one) => bookLine(account, one)))
  }
  return books
}

function bookLine({ name }: Account, { currency, here, there, faults }: Compared): Books {
  const sums = SUMS.map((sum) => {
    const [ours, theirs] = [here, there].map((book) => (book[sum] / 100).toFixed(2))
    // The simulator's files say nothing of holds.
    const isCompared = name !== 'simulator' || sum !== 'released'
    return `${sum} ${ours}${isCompared ? ` = ${theirs}` : ''}`.replace(
      '=',
      ours === theirs ? '=' : '≠',
    )
  })
  return {
    line: [name.padEnd(11), currency, ...sums].join('  '),
    faults: faults.map((fault) => `${name} ${currency}: ${fault}`),
  }
}
