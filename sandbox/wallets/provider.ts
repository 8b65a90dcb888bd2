import { hashOfKey, spkiOf, type WalletKeys } from '../../server/features/wallets/index.ts'
import type { Vault } from '../../server/kernel/vault/vault.ts'
import type { WalletName } from '../../server/parameters/mobile-wallets.ts'
import { makeApplePayToken } from './apple-pay-token.ts'
import { makeAppleChain } from './certificates.ts'
import { derivedKey } from './derived-keys.ts'
import { makeGooglePayToken } from './google-pay-token.ts'
import { makeSamsungPayToken } from './samsung-pay-token.ts'
import type { TokenOrder } from './token-order.ts'

/** The wallet provider of the test environment: all three wallets, with keys of this installation. */
export interface SimulatedProvider {
  /** What the gateway verifies and decrypts this provider's tokens with. */
  walletKeys(): Promise<WalletKeys>
  /** A token as the wallet would give it to the merchant's page. */
  makeToken(wallet: WalletName, order: TokenOrder): Promise<string>
}

const RECIPIENT_ID = 'gateway:tillgate'
const MERCHANT_ID = 'merchant.tillgate.test'
/** The provider's root key never ends. */
const NEVER_MS = Number.POSITIVE_INFINITY

/** Its keys follow from the installation's secret: every process has the same, and none is stored. */
export function createSimulatedProvider(vault: Pick<Vault, 'keyedHash'>): SimulatedProvider {
  const keys = providerKeys(vault)
  let making: ReturnType<typeof makeAppleChain> | undefined
  const appleChain = () => {
    making ??= makeAppleChain(keys.apple)
    return making
  }
  const samsungKeyId = hashOfKey(spkiOf(keys.samsung.recipient.publicKey)).toString('base64')

  return {
    async walletKeys() {
      return {
        googlePay: {
          rootKeys: [{ publicKey: keys.google.root.publicKey, expiresAtMs: NEVER_MS }],
          recipientId: RECIPIENT_ID,
          privateKey: keys.google.recipient.privateKey,
        },
        applePay: {
          rootCertificate: (await appleChain()).root,
          merchantId: MERCHANT_ID,
          privateKey: keys.apple.recipient.privateKey,
        },
        samsungPay: {
          providerKey: keys.samsung.provider.publicKey,
          keyId: samsungKeyId,
          privateKey: keys.samsung.recipient.privateKey,
        },
      }
    },

    async makeToken(wallet, order) {
      switch (wallet) {
        case 'googlePay':
          return makeGooglePayToken(order, {
            ...keys.google,
            recipientId: RECIPIENT_ID,
            recipientKey: keys.google.recipient.publicKey,
          })
        case 'applePay':
          return makeApplePayToken(order, {
            chain: await appleChain(),
            leaf: keys.apple.leaf,
            merchantId: MERCHANT_ID,
            merchantKey: keys.apple.recipient.publicKey,
            strangerKey: keys.stranger.publicKey,
          })
        case 'samsungPay':
          return makeSamsungPayToken(order, {
            provider: keys.samsung.provider,
            keyId: samsungKeyId,
            recipientKey: keys.samsung.recipient.publicKey,
            stranger: keys.stranger,
          })
      }
    },
  }
}

function providerKeys(vault: Pick<Vault, 'keyedHash'>) {
  const key = (name: string) => derivedKey(vault, name)
  return {
    google: {
      root: key('googlePay root'),
      intermediate: key('googlePay intermediate'),
      recipient: key('googlePay recipient'),
    },
    apple: {
      root: key('applePay root'),
      intermediate: key('applePay intermediate'),
      leaf: key('applePay leaf'),
      recipient: key('applePay recipient'),
    },
    samsung: { provider: key('samsungPay provider'), recipient: key('samsungPay recipient') },
    stranger: key('stranger'),
  }
}
