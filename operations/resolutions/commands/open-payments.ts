import { plainLine } from '../../../common/hidden-characters.ts'
import {
  type CommandContext,
  CommandFault,
  textOption,
  type Words,
} from '../../../server/cli/command.ts'
import { configOf, databaseOption } from '../../../server/cli/databases.ts'
import { requiredOption, withStore } from '../../../server/cli/open-entities.ts'
import type { ManualDecision, PaymentService } from '../../../server/payments/index.ts'
import { descriptionOf } from '../../../server/results/catalogue.ts'
import { isRefusal, type Refusal } from '../../../server/results/refusal.ts'
import type { PaymentRow } from '../../../server/store/port.ts'
import type { ResolutionService } from '../service.ts'

/** The options of every command that decides about a payment. */
export const decisionOptions = {
  ...databaseOption,
  reason: { type: 'string' },
  by: { type: 'string' },
} as const

/** What the commands use of the services of a gateway. */
interface UsedServices {
  readonly payments: Pick<PaymentService, 'find'>
  readonly resolutions: ResolutionService
}

/**
 * Works with a payment beside the gateways that have the database open, with the services of a gateway that
 * serves nothing: its connectors are asked as the gateway would. Notifications are sent by a gateway.
 */
export async function withPayment<const Result>(
  words: Words,
  context: CommandContext,
  work: (payment: PaymentRow, services: UsedServices) => Promise<Result>,
): Promise<Result> {
  const id = words.operands[0] ?? ''
  return withStore(words, context, async (store) => {
    const opened = await context.openServices(store, configOf(words, context))
    try {
      // Commands know the services of the gateway only by what their feature has made.
      const services = opened.services as UsedServices
      const payment = await services.payments.find(id)
      if (payment === undefined) {
        throw new CommandFault(1, `there is no payment ${JSON.stringify(id)}`)
      }
      return await work(payment, services)
    } finally {
      await opened.close()
    }
  })
}

/** Who decides, and why; both must be named. */
export function decisionIn(words: Words): ManualDecision {
  return { by: text(words, 'by', 100), reason: text(words, 'reason', 500) }
}

/** The text of an option, within its length. */
export function text(words: Words, option: string, max: number): string {
  const value = requiredOption(words, option).trim()
  if (plainLine(1, max).test(value)) return value
  throw new CommandFault(
    2,
    `--${option} must have 1 to ${max} characters, and no control characters`,
  )
}

/** One of some words. */
export function choiceIn<const Choice extends string>(
  words: Words,
  option: string,
  choices: readonly Choice[],
): Choice {
  const value = textOption(words, option)
  const chosen = choices.find((choice) => choice === value)
  if (chosen !== undefined) return chosen
  throw new CommandFault(2, `--${option} must be ${choices.join(' or ')}`)
}

/** A line about what the payment is now; a refusal ends the command. */
export function lineOf(decided: PaymentRow | Refusal): string {
  if (isRefusal(decided)) {
    const [fault] = decided.parameterErrors ?? []
    const said = decided.description ?? descriptionOf(decided.code)
    throw new CommandFault(1, fault === undefined ? said : `--${fault.name} ${fault.message}`)
  }
  const { id, paymentType, state, resultCode } = decided
  return `${id} ${paymentType} ${state} ${resultCode} ${descriptionOf(resultCode)}`
}
