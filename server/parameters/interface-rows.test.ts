import { describe, expect, test } from 'vitest'
import { samplesOf } from './formats.fixture.ts'
import { documented } from './interface-rows.fixture.ts'
import { locate } from './name-tree.ts'
import type { ParameterTable } from './table.ts'
import { allRows, tables } from './tables.ts'
import { valueReader } from './value-reader.ts'

const sections = documented.map(({ rows, tables: names, ...rest }) => ({
  ...rest,
  lines: rows.trim().split('\n').map(nameAndFormat),
  held: names.map((name): ParameterTable => tables[name]),
}))

function nameAndFormat(line: string): readonly [name: string, format: string] {
  const [name = '', format = ''] = line.split('|').map((part) => part.trim())
  return [name, format]
}

const everyLine = sections.flatMap(({ section, lines, held }) =>
  lines.map(([name, format]) => ({ section, name, format, held })),
)

const allTables: readonly ParameterTable[] = Object.values(tables)
const allEntries = allTables.flatMap((table) => Object.entries(table.rows))

describe('the tables of the interface document', () => {
  test.each(sections)(
    '$section has $count rows, and the project has the same',
    ({ count, lines, held }) => {
      const names = held.flatMap((table) => Object.keys(table.rows))
      expect(names.toSorted()).toEqual(lines.map(([name]) => name).toSorted())
      expect(names).toHaveLength(count)
    },
  )

  test('are complete, and every other table is in the decisions, the widget’s or the administrators’', () => {
    const ofDocument = documented.flatMap(({ tables: names }) => names)
    const ofDecisions = [
      'access',
      'legacyAccess',
      'legacyRecurring',
      'paging',
      'listParts',
      'registrations',
      'webhook',
      'webhookSecret',
      'webhookDelivery',
      'walletToken',
      'testClock',
      'disputeReport',
      'disputeAnswer',
      'disputeDefence',
      'disputeEvidence',
      'disputeEntry',
      'scheduling',
    ]
    // Between the widget and the gateway: docs/gift-cards.md, docs/checkouts.md.
    const ofWidget = ['giftCardRest', 'pagesAround', 'shownMoney']
    // docs/resolutions.md, docs/people.md, docs/settlement.md.
    const ofAdministrators = ['manualDecision']
    const named = [...ofDocument, ...ofDecisions, ...ofWidget, ...ofAdministrators]
    expect(named.toSorted()).toEqual(Object.keys(tables).toSorted())
    expect(sections.reduce((sum, { count }) => sum + count, 0)).toBe(520)
  })

  test.each(everyLine)(
    '$section: $name takes its longest value and refuses what is not $format',
    ({ name, format, held }) => {
      const row = held.map((table) => table.rows[name]).find((found) => found !== undefined)
      if (row === undefined) throw new Error(`${name} has no row`)
      const read = valueReader(row.type)
      const { taken, refused } = samplesOf(format)
      for (const value of taken) expect([value, read(value)]).toEqual([value, value])
      for (const value of refused) expect([value, typeof read(value)]).toEqual([value, 'object'])
    },
  )

  test('name every row by a name that the lookup finds', () => {
    const firstOf = new Map(allEntries.toReversed())
    for (const [name] of allEntries) {
      const onWire = name.replaceAll('[n]', '[7]').replace('[key]', '[some.Key_1]')
      expect(locate(allRows, onWire)).toEqual(firstOf.get(name))
    }
  })

  test('share no name except the names of a query', () => {
    const names = allEntries.map(([name]) => name)
    const shared = names.filter((name, at) => names.indexOf(name) !== at)
    expect(shared).toEqual(['merchantTransactionId', 'date.from', 'date.to'])
  })

  test('have no row whose name is the beginning of the path of another', () => {
    const names = allEntries.map(([name]) => name)
    const inside = names.filter((name) =>
      names.some((other) => name.startsWith(`${other}.`) || name.startsWith(`${other}[`)),
    )
    expect(inside).toEqual([])
  })

  test('echo no secret', () => {
    const secrets = allEntries.filter(([, row]) => row.secret !== undefined)
    expect(secrets.map(([name, { secret }]) => `${name} ${secret}`)).toEqual(SECRETS)
    expect(secrets.filter(([, row]) => row.echoed !== false)).toEqual([])
  })
})

const SECRETS = `
card.number number
card.cvv code
walletA.paymentToken code
walletB.paymentToken code
walletC.paymentToken code
applePay.paymentToken code
googlePay.paymentToken code
samsungPay.paymentToken code
bankAccount.number number
bankAccount.iban number
tokenAccount.number number
tokenAccount.cryptogram code
tokenAccount.dtvc code
sender.accountNumber number
recipient.accountNumber number
giftCard.number number
giftCard.pin code
pos.encryptedPin.data code
pos.encryptedPin.ksn code
pos.encryptedSred.data code
pos.encryptedSred.ksn code
pos.iccDataRequest code
risk.accountToken code
secret code
authentication.userId code
authentication.password code
`
  .trim()
  .split('\n')
