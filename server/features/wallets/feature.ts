import type { Core, Feature, Joined } from '../../payments/index.ts'
import type { AskMerchantSession, Wallets } from '../../payments/instruments/index.ts'
import type { WalletKeys } from './decryption.ts'
import { createMerchantSessions } from './merchant-session.ts'
import { merchantIdentityOf, walletKeysOf, widgetWallets } from './wallet-keys.ts'
import { createWallets, type LiveWalletKeys } from './wallets.ts'

interface JoinParts extends Pick<Core, 'environment' | 'vault'> {
  /** Of the operator, for tokens in live. */
  readonly walletKeys: LiveWalletKeys | undefined
  /** Of the simulated provider, in the test environment. */
  readonly simulatedWalletKeys: (() => Promise<WalletKeys>) | undefined
  /** Of the operator, for the widget's Apple Pay button in live. */
  readonly askMerchantSession: AskMerchantSession | undefined
}

interface MadeAtJoin {
  readonly wallets: Wallets
  /** Those of the widget; `undefined`: every wallet is simulated. */
  readonly liveWallets: ReturnType<typeof widgetWallets> | undefined
}

/** Gets cards out of the tokens of mobile wallets. */
export const wallets = {
  name: 'wallets',

  readSettings: {
    walletKeys: (config) => walletKeysOf(config),
    async askMerchantSession(config): Promise<AskMerchantSession | undefined> {
      const identity = await merchantIdentityOf(config)
      return identity && createMerchantSessions(identity)
    },
  },

  join(core: JoinParts): Joined & MadeAtJoin {
    const { environment, vault, walletKeys, simulatedWalletKeys, askMerchantSession } = core
    const hasSessions = askMerchantSession !== undefined
    return {
      wallets: createWallets({ vault, liveKeys: walletKeys, simulatedKeys: simulatedWalletKeys }),
      // In test every wallet is simulated.
      liveWallets:
        environment === 'test' ? undefined : widgetWallets(walletKeys ?? {}, hasSessions),
    }
  },
} as const satisfies Feature
