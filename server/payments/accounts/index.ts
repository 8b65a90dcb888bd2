/** What the rest of the gateway uses of accounts at providers. */

export {
  accountSettingsOf,
  type ConnectorAccount,
  providerOf,
  withinAccount,
} from './account.ts'
export {
  type AccountConnectorParts,
  createAccountConnectors,
  type FindAccount,
} from './account-connectors.ts'
export { checkAccount } from './check-account.ts'
export {
  openCredentials,
  readCredential,
  sealedFor as sealedForAccount,
} from './credentials.ts'
export {
  type AccountChange,
  type AccountManagement,
  createAccountManagement,
  unknownAccount,
} from './management.ts'
export { offeredIn, type Provider, providerNamed } from './provider.ts'
export { namesOf, providerIdOf } from './provider-references.ts'
