import type { Config } from '../../kernel/settings/config.ts'
import type { AskMerchantSession, Core, Feature } from '../../payments/index.ts'
import type { WalletKeys } from './decryption.ts'
import { createMerchantSessions } from './merchant-session.ts'
import { merchantIdentityOf, walletKeysOf, widgetWallets } from './wallet-keys.ts'
import { createWallets, type LiveWalletKeys } from './wallets.ts'

interface JoinParts extends Pick<Core, 'environment' | 'vault'> {
  /** Of the operator, for tokens in live. */
  readonly walletKeys?: LiveWalletKeys
  /** Of the simulated provider, in the test environment. */
  readonly simulatedWalletKeys?: (() => Promise<WalletKeys>) | undefined
  /** Of the operator, for the widget's Apple Pay button in live. */
  readonly askMerchantSession?: AskMerchantSession
}

/** Gets cards out of the tokens of mobile wallets. */
export const wallets = {
  name: 'wallets',

  readSettings: [
    async (config: Config) => ({ walletKeys: await walletKeysOf(config) }),
    async (config: Config) => {
      const identity = await merchantIdentityOf(config)
      return identity === undefined ? {} : { askMerchantSession: createMerchantSessions(identity) }
    },
  ],

  join(core: JoinParts) {
    const { environment, vault, walletKeys, simulatedWalletKeys, askMerchantSession } = core
    const hasSessions = askMerchantSession !== undefined
    return {
      instruments: {
        wallets: createWallets({
          vault,
          liveKeys: walletKeys,
          simulatedKeys: simulatedWalletKeys,
        }),
      },
      // In test every wallet is simulated.
      services:
        environment === 'test' ? {} : { liveWallets: widgetWallets(walletKeys ?? {}, hasSessions) },
    }
  },
} as const satisfies Feature
