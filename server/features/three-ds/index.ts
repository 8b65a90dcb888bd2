/** What the rest of the gateway uses of 3-D Secure, but for its messages. */

export { authenticationRoutes } from './authentication/browser-routes.ts'
export { browserToken, pageRedirect } from './authentication/parts.ts'
export { type AuthenticationService, createAuthentication } from './authentication/service.ts'
export { standAloneRoutes } from './authentication/stand-alone-routes.ts'
export { sendReturnDocument } from './page/return-document.ts'
export { authenticationPageRoutes } from './page/routes.ts'
export type { ServerIdentity } from './server/areq.ts'
export type {
  Authenticated,
  AuthenticationInput,
  AuthenticationResult,
  CardRange,
  PriorAuthentication,
  ThreeDsServer,
} from './server/contract.ts'
export {
  createHttpDirectory,
  type Directory,
  type DirectoryAnswer,
  type MessageExtension,
} from './server/directory.ts'
export { AUTHENTICATION_LIMITS, PREPARATION_LIMITS } from './server/limits.ts'
export { createThreeDsServer } from './server/server.ts'
