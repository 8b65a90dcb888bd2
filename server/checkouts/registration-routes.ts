import type { FastifyInstance } from 'fastify'
import { registrationAnswer } from '../registrations/answer.ts'
import { isRefusal } from '../results/refusal.ts'
import type { RegistrationRow } from '../store/port.ts'
import { submitRegistration } from './registration.ts'
import type { CheckoutRouteParts } from './routes.ts'
import { statusRoute } from './status-routes.ts'
import { type Submit, submitRoute } from './submit-routes.ts'

/**
 * `/v1/checkouts/{id}/registration`: the submit of a widget that only stores payment details, and
 * its status for the merchant's server (decisions §2).
 */
export function checkoutRegistrationRoutes(app: FastifyInstance, parts: CheckoutRouteParts): void {
  const work = async (submit: Submit) => {
    const { ndc, entry } = submit
    const answerOf = (row: RegistrationRow) => registrationAnswer(row, ndc)
    const alongside = (row: RegistrationRow) => entry?.answered(answerOf(row)) ?? []
    const made = await submitRegistration({ ...submit, alongside }, parts)
    return isRefusal(made) ? made : answerOf(made)
  }
  submitRoute(app, { endpoint: '/registration', operation: 'checkouts.register', work }, parts)

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
