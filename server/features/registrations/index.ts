/** What the rest of the gateway uses of registrations. */

export { authenticatedAnswer, registrationAnswer } from './answer.ts'
export { type AuthenticatingParts, isAuthenticatedFirst, storingPayment } from './authenticated.ts'
export { expiryOfDetails, readRegistrationDetails } from './details.ts'
export { registrationRoutes } from './routes.ts'
export { remove as removeRegistration } from './rules.ts'
export { seriesTakeover } from './series.ts'
export type { RegistrationService } from './service.ts'
