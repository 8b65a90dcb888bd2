import { type CommandContext, CommandFault, type Words } from '../../../server/cli/command.ts'
import { configOf } from '../../../server/cli/databases.ts'
import { withStore } from '../../../server/cli/open-entities.ts'
import type { PaymentService } from '../../../server/payments/index.ts'
import { descriptionOf } from '../../../server/results/catalogue.ts'
import { isRefusal, type Refusal } from '../../../server/results/refusal.ts'
import type { PaymentRow } from '../../../server/store/port.ts'
import type { ResolutionService } from '../service.ts'

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
