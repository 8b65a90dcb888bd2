/** What the rest of the gateway uses of the stage in which a cardholder is authenticated. */

export type {
  AuthenticateStep,
  AuthenticationDecision,
  AuthenticationEnd,
  BegunAuthentication,
  EndAuthentication,
  FrictionlessAuthentication,
  OutcomeOfAuthentication,
  PlannedAuthentication,
  PriorAuthentication,
  StoredCard,
} from './authenticate-step.ts'
export { type OpenedCharge, openCharge, sealSecrets } from './confidential.ts'
