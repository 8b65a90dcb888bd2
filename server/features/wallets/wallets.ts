import { type Money, minorDigitsOf } from '../../../common/money.ts'
import type { Vault } from '../../kernel/vault/vault.ts'
import { MAX_WALLET_TOKEN } from '../../parameters/limits.ts'
import type { WalletName } from '../../parameters/mobile-wallets.ts'
import { noWalletKeys, type Wallets } from '../../payments/instruments/index.ts'
import { type Refusal, refuse } from '../../results/refusal.ts'
import type { WalletKeys } from './decryption.ts'
import { must, UnusableToken } from './unusable-token.ts'

/** Keys of the operator: a token of another wallet is refused in live. */
export type LiveWalletKeys = Partial<Pick<WalletKeys, 'applePay' | 'googlePay'>>

export interface WalletsParts {
  readonly vault: Pick<Vault, 'keyedHash'>
  readonly liveKeys?: LiveWalletKeys | undefined
  /** Of the simulated provider, in the test environment: the tokens are those that it makes. */
  readonly simulatedKeys?: (() => Promise<WalletKeys>) | undefined
}

export function createWallets({ vault, liveKeys = {}, simulatedKeys }: WalletsParts): Wallets {
  let loading: ReturnType<typeof loadDecryption> | undefined
  return {
    async decrypt(wallet, paymentToken, nowMs, asked) {
      if (simulatedKeys === undefined && !(wallet in liveKeys)) return noWalletKeys
      if (paymentToken.length > MAX_WALLET_TOKEN) return refusalOf(wallet, 'is too long')
      loading ??= loadDecryption(simulatedKeys ?? (async () => liveKeys))
      const { decryptToken, keys } = await loading
      try {
        const opened = await decryptToken(wallet, paymentToken, keys, nowMs)
        if (opened === undefined) return noWalletKeys
        assertApprovedAmount(opened.approved, asked)
        const { content, usableUntilMs, ...card } = opened
        const digest = vault.keyedHash(`wallet token ${wallet} ${JSON.stringify(content)}`)
        return { ...card, token: { digest, usableUntilMs } }
      } catch (error) {
        if (error instanceof UnusableToken) return refusalOf(wallet, error.message)
        throw error
      }
    },
  }
}

/**
 * Loaded with the first token: loading the libraries takes 0.1 s of a start and is rarely needed.
 */
async function loadDecryption(keysOf: () => Promise<LiveWalletKeys>) {
  const { decryptToken } = await import('./decryption.ts')
  return { decryptToken, keys: await keysOf() }
}

/**
 * Refuses a payment in another currency, or of more, than its shopper has confirmed in the wallet. Less
 * is allowed, since one order may be sent and paid in parts. A token of googlePay contains no amount.
 * Throws `UnusableToken`.
 */
function assertApprovedAmount(approved: Money | undefined, asked: Money | undefined): void {
  if (approved === undefined || asked === undefined) return
  const isCovered = asked.currency === approved.currency && asked.minor <= approved.minor
  must(
    isCovered,
    `was approved by the shopper for ${written(approved)}, and this is ${written(asked)}: ask for no more than that, or have the shopper approve it in the wallet`,
  )
}

/** With all decimals of the currency: a wallet may have more of them than an amount on the wire. */
function written({ minor, currency }: Money): string {
  const digits = minorDigitsOf(currency) ?? 0
  return `${(minor / 10 ** digits).toFixed(Math.max(digits, 2))} ${currency}`
}

function refusalOf(wallet: WalletName, fault: string): Refusal {
  return refuse('200.100.603', {
    description: `The token ${wallet}.paymentToken cannot be used: it ${fault}`,
  })
}
