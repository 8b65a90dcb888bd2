import { bankAccount } from './bank-account.ts'
import { card } from './card.ts'
import { giftCard } from './gift-card.ts'
import type { Instrument, InstrumentFacts, InstrumentModule, WayToPay } from './instrument.ts'
import { stored } from './stored.ts'
import { terminal } from './terminal.ts'
import { tokenAccount } from './token-account.ts'
import { virtualAccount } from './virtual-account.ts'
import { wallets } from './wallet.ts'

/**
 * Every instrument, and the wallets that cards come out of, in the order in which refusals name them.
 * A new kind of instrument is a module and its line here.
 */
export const modules = [
  card,
  bankAccount,
  virtualAccount,
  ...wallets,
  tokenAccount,
  giftCard,
  terminal,
] as const

/** Everything that a request can be paid with, in the same order. */
export const waysToPay: readonly WayToPay[] = [
  card,
  stored,
  ...modules.filter((module) => module !== card),
]

export const instrumentModules: readonly InstrumentModule[] = modules.filter(
  (module) => 'kind' in module,
)

const byKind: ReadonlyMap<string, InstrumentModule> = new Map(
  instrumentModules.map((module) => [module.kind, module]),
)

/** The module of an instrument; nothing for one that is a brand alone. */
export function moduleOf({ kind }: Pick<Instrument, 'kind'>): InstrumentModule | undefined {
  return byKind.get(kind)
}

/** Data of an instrument for comparing payments. */
export function instrumentFacts(instrument: Instrument): InstrumentFacts {
  return moduleOf(instrument)?.facts?.(instrument) ?? {}
}

/** What the answers of other gateways may add to instruments. */
export const answeredNames = instrumentModules.flatMap(({ answered = [] }) => answered)
