import type { AuthenticateStage } from '../../payments/authenticate/index.ts'
import type { Redirect } from '../../payments/connectors/index.ts'
import type { Core, Feature, Joined, PaymentService, Started } from '../../payments/index.ts'
import type { PaymentRow } from '../../store/port.ts'
import { authenticationRoutes } from './authentication/browser-routes.ts'
import { type AuthenticationParts, pageRedirect } from './authentication/parts.ts'
import {
  type AuthenticationService,
  createAuthenticateStage,
  createAuthentications,
} from './authentication/service.ts'
import { standAloneRoutes } from './authentication/stand-alone-routes.ts'
import { authenticationRules, confidentialRules } from './check-rules.ts'
import { type DirectorySettings, directoryOf, threeDsServerOf } from './directory-settings.ts'
import { sendReturnDocument } from './page/return-document.ts'
import { authenticationPageRoutes } from './page/routes.ts'
import type { ThreeDsServer } from './server/contract.ts'
import type { Directory } from './server/directory.ts'

/** How often the age of the card ranges is looked at, in milliseconds: without a list no card is charged. */
const CARD_RANGES_LOOK_EVERY_MS = 30_000

interface CommonParts
  extends Pick<Core, 'environment' | 'store' | 'vault' | 'clock' | 'log' | 'access' | 'baseUrl'>,
    Pick<AuthenticationParts, 'storedCardOf'> {}

interface JoinParts extends CommonParts {
  /** The directory server; `undefined`: the simulated one, and without that 3-D Secure is off. */
  readonly directory: DirectorySettings | undefined
  readonly simulatedDirectory: Directory | undefined
  /** Authenticates cardholders, in place of the one that is configured. */
  readonly threeDsServer: ThreeDsServer | undefined
}

interface MadeAtJoin {
  readonly server: ThreeDsServer | undefined
  readonly page: (payment: Pick<PaymentRow, 'id'>) => Redirect
  readonly authenticateStage: AuthenticateStage
}

interface StartParts extends CommonParts {
  /** `undefined`: 3-D Secure is off. */
  readonly authenticationServer: ThreeDsServer | undefined
  readonly payments: PaymentService
  /** The simulated issuer, whose results come without a request. */
  readonly issuer: { onResult(take: AuthenticationService['receiveResult']): void } | undefined
}

interface MadeAtStart {
  readonly service: AuthenticationService
  readonly sendBack: typeof sendReturnDocument
}

/** Authenticates cardholders before the charge (EMV 3-D Secure). */
export const threeDs = {
  name: 'three-ds',
  checks: [authenticationRules, confidentialRules],
  routes: [...standAloneRoutes, ...authenticationRoutes, ...authenticationPageRoutes],

  readSettings: { directory: directoryOf },

  join(core: JoinParts): Joined & MadeAtJoin {
    const server = core.threeDsServer ?? threeDsServerOf(core)
    return {
      server,
      page: ({ id }) => pageRedirect({ id }, core),
      authenticateStage: createAuthenticateStage({ ...core, server }),
    }
  },

  start(parts: StartParts): Started & MadeAtStart {
    const { payments, authenticationServer: server } = parts
    const { endAuthentication: end, refresh: askConnector } = payments
    const authentications = createAuthentications({ ...parts, server, end, askConnector })
    parts.issuer?.onResult(authentications.receiveResult)
    // Not awaited: neither the start of the process nor its end waits for a slow directory.
    const refreshRanges = () => void server?.refreshRanges()
    return {
      service: authentications,
      sendBack: sendReturnDocument,
      onReady: refreshRanges,
      work: [
        {
          everyMs: CARD_RANGES_LOOK_EVERY_MS,
          async run() {
            refreshRanges()
            return false
          },
        },
      ],
    }
  },
} as const satisfies Feature
