/** What the rest of the gateway uses of risk. */

export { cardTestingExtension } from './card-testing.ts'
export { createScreening, riskExtension, type Screening } from './payment-extension.ts'
export { createSimulatedProvider } from './provider.ts'
export { riskRoutes } from './routes.ts'
export { createRiskService, type RiskService } from './service.ts'
export { forgetOldSightings } from './sightings.ts'
