/** What the rest of the gateway uses of the stage in which a cardholder is authenticated. */

export type {
  AuthenticateStage,
  AuthenticationDecision,
  AuthenticationEnd,
  BegunAuthentication,
  EndAuthentication,
  FrictionlessAuthentication,
  OutcomeOfAuthentication,
  PlannedAuthentication,
  PriorAuthentication,
  StoredCard,
} from './authenticate-stage.ts'
export {
  sealSecrets,
  type UnsealedCharge as OpenedCharge,
  unsealCharge as openCharge,
} from './confidential.ts'
