import { createHmac } from 'node:crypto'
import type { Money } from '../../../common/money.ts'
import { createSimulatedProvider } from '../../../sandbox/wallets/provider.ts'
import type { TokenOrder } from '../../../sandbox/wallets/token-order.ts'
import type { WalletName } from '../../parameters/mobile-wallets.ts'
import { createWallets } from './wallets.ts'

/** The keyed hash of an installation. */
export function vaultOf(installation: string) {
  return {
    keyedHash: (text: string) => createHmac('sha256', installation).update(text).digest('hex'),
  }
}

/** Afternoon of 20 November 2026, UTC. */
export const NOW_MS = Date.UTC(2026, 10, 20, 15)

export const order: TokenOrder = {
  amount: { minor: 9200, currency: 'EUR' },
  card: {
    number: '4200000000000000',
    expiryMonth: '05',
    expiryYear: '2034',
    holder: 'Jane Jones',
  },
  numberType: 'DPAN',
  nowMs: NOW_MS,
}

const vault = vaultOf('this one')
const provider = createSimulatedProvider(vault)

/** A token of the simulated provider. */
export function makeToken(wallet: WalletName, more: Partial<TokenOrder> = {}): Promise<string> {
  return provider.makeToken(wallet, { ...order, ...more })
}

const wallets = createWallets({ vault, simulatedKeys: provider.walletKeys })

/** What the gateway of the same installation makes of a token. */
export function decrypt(wallet: WalletName, token: string, nowMs = NOW_MS, asked?: Money) {
  return wallets.decrypt(wallet, token, nowMs, asked)
}
