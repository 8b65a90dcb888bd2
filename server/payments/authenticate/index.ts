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
export {
  sealSecrets,
  type UnsealedCharge as OpenedCharge,
  unsealCharge as openCharge,
} from './confidential.ts'
