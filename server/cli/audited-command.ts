import { userInfo } from 'node:os'
import type { AuditedAction, AuditLog } from '../entities/audit-log.ts'
import { shownText } from '../parameters/masking.ts'
import type { ChangeSet, Store } from '../store/port.ts'
import { withCommit } from '../store/with-commit.ts'
import type { CommandContext, Words } from './command.ts'

/** What an entry says of how a command ended. */
const ASKED = 'asked'
const DONE = 'done'
const FAILED = 'failed'

/** An address of a database may hold a password; `value` names a customer, who may be erased and the log not. */
const NEVER_SHOWN = new Set(['database', 'from', 'to', 'value'])

/**
 * Lets a command work on a store. One that changes something is written into the audit log before its first
 * change, and once more when it has ended.
 */
export async function audited<Result>(
  store: Store,
  { words, context }: { readonly words: Words; readonly context: CommandContext },
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const log = context.auditLog(store)
  if (log === undefined) return work(store)
  let begun: Promise<AuditedAction> | undefined
  const begin = async () => {
    const action = { ...whatOf(words), entityId: await entityOf(words, store) }
    await log.record(action, ASKED)
    return action
  }
  const commit = async (changes: ChangeSet) => {
    begun ??= begin()
    await begun
    return store.commit(changes)
  }
  let result: string = FAILED
  try {
    const worked = await work(withCommit(store, commit))
    // Of a command that answers its exit code.
    if (worked !== 1) result = DONE
    return worked
  } finally {
    if (begun !== undefined) await conclude(begun, { log, result, context })
  }
}

/**
 * Writes down what a command has done to a database as a whole, in the database that has come of it: before,
 * there may have been no audit log.
 */
export async function recordDone(
  store: Store,
  { words, context }: { readonly words: Words; readonly context: CommandContext },
): Promise<void> {
  await context.auditLog(store)?.record({ ...whatOf(words), entityId: undefined }, DONE)
}

/** What the command has changed stays so, also where its end cannot be written. */
async function conclude(
  begun: Promise<AuditedAction>,
  {
    log,
    result,
    context,
  }: { readonly log: AuditLog; readonly result: string; readonly context: CommandContext },
): Promise<void> {
  try {
    await log.record(await begun, result)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    context.complain(`tillgate: the end of the command is not in the audit log: ${reason}`)
  }
}

function whatOf({ command, options, operands }: Words): Omit<AuditedAction, 'entityId'> {
  const given = Object.entries(options).filter(([name]) => !NEVER_SHOWN.has(name))
  const facts = [
    ...given.map(([name, value]) => [`--${name}`, shownText(String(value))] as const),
    ...operands.map((operand) => ['', shownText(operand)] as const),
  ]
  return {
    actor: `command (${operatorName()})`,
    action: command.replaceAll(' ', '.'),
    request: `tillgate ${command}`,
    facts,
  }
}

/** Who runs the command; the operating system may know no name. */
export function operatorName(): string {
  try {
    return userInfo().username
  } catch {
    return 'unknown'
  }
}

/** The entity that a command names, or that of the payment, account or settlement line that it names. */
async function entityOf(
  { options, operands }: Words,
  { read }: Store,
): Promise<string | undefined> {
  for (const named of [options.entity, options.parent]) {
    if (typeof named === 'string') return named
  }
  const { account, line } = options
  if (typeof account === 'string') return (await read.acquirerAccount(account))?.entityId
  if (typeof line === 'string') {
    // The place of a line begins with the id of its file.
    const file = await read.settlementFile(line.slice(0, 32))
    return file && (await read.acquirerAccount(file.accountId))?.entityId
  }
  const [first] = operands
  if (first === undefined) return undefined
  if ((await read.entity(first)) !== undefined) return first
  return (await read.payment(first))?.entityId
}
