/** What the rest of the gateway uses of registrations. */

export { authenticatedAnswer, registrationAnswer } from './answer.ts'
export { type AuthenticatingParts, isAuthenticatedFirst, storingPayment } from './authenticated.ts'
export { expiryOfDetails, readRegistrationDetails } from './details.ts'
export { createRegistrations, type Registrations } from './registrations.ts'
export { registrationRoutes } from './routes.ts'
export { seriesExtension, seriesTakeover } from './series.ts'
export { createRegistrationService, type RegistrationService } from './service.ts'
