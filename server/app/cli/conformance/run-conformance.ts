import { AskedServer, type ServerAccess } from './asked-server.ts'
import { authenticationChecks } from './checks/authentication.ts'
import { checkoutChecks } from './checks/checkouts.ts'
import { faultChecks } from './checks/faults.ts'
import { paymentChecks } from './checks/payments.ts'
import { queryChecks } from './checks/queries.ts'
import { referenceChecks } from './checks/references.ts'
import { registrationChecks } from './checks/registrations.ts'
import { shapeCheck, wireChecks } from './checks/wire.ts'
import { type Check, type CheckResult, runCheck } from './contract.ts'
import { debit, PAID, refer } from './test-data.ts'

export const ALL_CHECKS: readonly Check[] = [
  ...authenticationChecks,
  ...wireChecks,
  ...paymentChecks,
  ...referenceChecks,
  ...faultChecks,
  ...checkoutChecks,
  ...registrationChecks,
  ...queryChecks,
  shapeCheck,
]

/** Runs all checks, one after the other: a server that is slow or limits requests is not overrun. */
export async function runConformance(access: ServerAccess): Promise<readonly CheckResult[]> {
  const server = new AskedServer(access)
  const results: CheckResult[] = []
  for (const check of ALL_CHECKS) results.push(await runCheck(check, server))
  return results
}

/** Answered where `testMode` was sent to a live server (interface document, Authentication). */
const IS_LIVE = '600.200.701'

/**
 * Makes one payment of 1.00 EUR with the number of the simulators and `testMode=INTERNAL`, which a live server declines,
 * and reverses it.
 *
 * @returns why this server must not be asked any more; `undefined`: it is a test server that takes payments
 */
export async function whyNotAsked(access: ServerAccess): Promise<string | undefined> {
  const server = new AskedServer(access)
  const probe = { paymentType: 'PA', amount: '1.00' }
  const reply = await server.post('/v1/payments', debit(probe)).catch((error: Error) => error)
  if (reply instanceof Error) return `${access.baseUrl} does not answer: ${causeOf(reply)}`
  const code = reply.at('result.code')
  const id = reply.at('id')
  if (typeof id === 'string' && /^000\.(000|100\.1)/.test(String(code))) {
    await refer(server, id, { paymentType: 'RV' })
  }
  if (code === PAID) return undefined
  if (code === IS_LIVE || /^000\.000\./.test(String(code))) {
    return `${access.baseUrl} is a live server (${code}): checks make payments and refunds, which belong to a test server alone`
  }
  const said = typeof code === 'string' ? `${code} ${reply.at('result.description')}` : reply.text
  return `a first test payment was answered with HTTP ${reply.status}, ${said.slice(0, 300)}: base URL, token and entity must be those of a test server that takes VISA in EUR`
}

function causeOf({ message, cause }: Error): string {
  return cause instanceof Error && cause.message !== '' ? cause.message : message
}
