/** What the rest of the gateway uses of 3-D Secure, but for its messages. */

export { browserToken } from './authentication/parts.ts'
export type { AuthenticationService } from './authentication/service.ts'
export type {
  Authenticated,
  AuthenticationInput,
  AuthenticationResult,
  CardRange,
  ThreeDsServer,
} from './server/contract.ts'
export type { Directory, DirectoryAnswer, MessageExtension } from './server/directory.ts'
