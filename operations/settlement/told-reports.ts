import { Readable } from 'node:stream'
import { channelsBelow } from '../../server/entities/channels-below.ts'
import type { ImportReport } from '../../server/payments/connectors/index.ts'
import type { AcquirerAccountRow, EntityRow, Store } from '../../server/store/port.ts'
import { accountsBelow, settles } from './accounts.ts'
import type { FileIntake } from './file-intake.ts'
import { formatNamed } from './formats/formats.ts'
import { faultText, type LineFault } from './record.ts'
import type { FolderParts } from './watched-folder.ts'

interface ReportParts {
  readonly store: Store
  readonly intake: FileIntake
  /** Is told of reports that are not imported. */
  readonly onRefused?: FolderParts['onRefused']
}

/** Faults of a file that are told; all are found by importing it by hand. */
const MAX_TOLD = 3

/**
 * Imports what connectors fetch at their providers, as files that are sent: each merchant in its turn, whole or not at
 * all, and the same file once.
 */
export function createReportImport(parts: ReportParts): ImportReport {
  const { store, onRefused } = parts
  const importReport = createImport(parts)
  return async (connector, report) => {
    const outcome = await importReport(connector, report)
    if (outcome.kind !== 'refused') return outcome
    const row = await store.read.connectorAccount(connector)
    const { entityId } = row ?? {}
    if (entityId !== undefined) {
      await onRefused?.({ entityId, accountId: connector, name: report.name, why: outcome.why })
    }
    return outcome
  }
}

function createImport({ store, intake }: ReportParts): ImportReport {
  return async (connector, { name, format: formatName, text }) => {
    const format = formatNamed(formatName)
    if (format === undefined) return refused(`there is no format ${formatName}`)
    const account = await accountOf(connector, store)
    if ('why' in account) return refused(account.why)
    const outcome = await intake.take(Readable.from([Buffer.from(text, 'utf8')]), {
      ...{ name, format, account },
      acceptsUnbalanced: false,
    })
    if (outcome === 'tooLarge') return refused('it is too large: import it by command')
    if (typeof outcome === 'string')
      return { kind: 'later', why: 'too many files are imported now' }
    if (outcome.kind !== 'refused') return { kind: 'imported' }
    const why = wordsOf(outcome.faults, outcome.count)
    // A later file, or a person, may make it right.
    return outcome.faults.every(({ mayPass }) => mayPass) ? { kind: 'later', why } : refused(why)
  }
}

const refused = (why: string) => ({ kind: 'refused', why }) as const

function wordsOf(faults: readonly LineFault[], count: number): string {
  const told = faults.slice(0, MAX_TOLD).map(faultText)
  const further = count - told.length
  return [...told, ...(further > 0 ? [`and ${further} further faults`] : [])].join('; ')
}

/** The settlement account of a connector account, or why there is not one. */
async function accountOf(
  connector: string,
  store: Store,
): Promise<AcquirerAccountRow | { readonly why: string }> {
  const row = await store.read.connectorAccount(connector)
  const path = row === undefined ? [] : await store.read.entityPath(row.entityId)
  const owner = path.find(({ id }) => id === row?.entityId)
  const around = owner === undefined ? [] : await accountsAround(owner, path, store)
  const [account, ...others] = around.filter((one) => settles(one, connector))
  if (owner === undefined || account === undefined) {
    return {
      why: `no settlement account is of ${connector}: make one, then import the file by hand`,
    }
  }
  if (others.length > 0) {
    return {
      why: `${others.length + 1} settlement accounts are of ${connector}: import the file by hand`,
    }
  }
  if (!(await isOfOthers(owner, account, store))) return account
  return {
    why: `other merchants than that of ${account.id} may use ${connector}: import the file by hand`,
  }
}

/** The settlement accounts of the entity that has a connector account, of those above it and of those below. */
async function accountsAround(
  owner: EntityRow,
  path: readonly EntityRow[],
  store: Store,
): Promise<readonly AcquirerAccountRow[]> {
  const above = await store.read.acquirerAccountsOf(path.map(({ id }) => id))
  const below = await accountsBelow(owner, store)
  return [...new Map([...above, ...below].map((one) => [one.id, one])).values()]
}

/** Whether a connector account is of other merchants too: its reports tell of their money, which one must not see. */
async function isOfOthers(
  owner: EntityRow,
  { entityId }: AcquirerAccountRow,
  store: Store,
): Promise<boolean> {
  if (owner.kind === 'merchant' || owner.kind === 'channel') return false
  const merchant = (await store.read.entityPath(entityId)).find(({ kind }) => kind === 'merchant')
  const own = new Set(merchant === undefined ? [] : await channelsBelow(merchant, store))
  return (await channelsBelow(owner, store)).some((id) => !own.has(id))
}
