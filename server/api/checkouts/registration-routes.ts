import type { FastifyInstance } from 'fastify'
import type { RegistrationRow } from '../../engine/store/port.ts'
import { keyParts } from '../../wire/idempotency/entry.ts'
import type { ParameterError } from '../../wire/results/refusal.ts'
import { isRefusal, refuseParameters } from '../../wire/results/refusal.ts'
import { storingErrors } from '../payments/prepare-errors.ts'
import { registrationAnswer } from '../registrations/answer.ts'
import { storingRefusal, submitRegistration } from './registration.ts'
import { returnAddressErrors } from './return-address.ts'
import type { CheckoutRouteParts } from './routes.ts'
import { shopperRegistrationAnswer } from './shopper-answer.ts'
import { statusRoute } from './status-routes.ts'
import { type JudgedSubmit, type Submit, submitRoute } from './submit-routes.ts'

/**
 * `/v1/checkouts/{id}/registration`: the submit of a widget that only stores payment details, and
 * its status for the merchant's server (decisions §2).
 */
export function checkoutRegistrationRoutes(app: FastifyInstance, parts: CheckoutRouteParts): void {
  const work = async (submit: Submit) => {
    const { sent, ndc, entry, held, channel, submitted } = submit
    const address = returnAddressErrors(submitted, held, channel.settings.checkouts)
    if (address.length > 0) return refuseParameters(address)
    const answerOf = (row: RegistrationRow) => shopperRegistrationAnswer(row, sent, ndc)
    const extraParts = keyParts(entry, answerOf)
    const made = await submitRegistration({ ...submit, extraParts }, parts)
    return isRefusal(made) || 'keyInUse' in made ? made : answerOf(made)
  }
  const kind = { endpoint: '/registration', operation: 'checkouts.register' } as const
  const errorsOf = ({ together, held, channel, nowMs }: JudgedSubmit): ParameterError[] => [
    ...returnAddressErrors(together, held, channel.settings.checkouts),
    ...storingErrors(together, {
      brands: channel.settings.brands,
      nowMs,
      issuerCountryOf: parts.issuerCountryOf,
    }),
  ]
  submitRoute(app, { ...kind, refusalOf: storingRefusal, errorsOf, work }, parts)

  statusRoute(
    app,
    '/registration',
    async ({ registrationId }, ndc) => {
      const row =
        registrationId === null ? undefined : await parts.registrations.find(registrationId)
      return row && registrationAnswer(row, ndc)
    },
    parts,
  )
}
