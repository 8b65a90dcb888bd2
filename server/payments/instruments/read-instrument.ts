import type { UsableEntity } from '../../entities/access.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import type { BinList } from './bin-list.ts'
import type { GiftCardIssuer } from './gift-card.ts'
import type { Reading } from './instrument.ts'
import { judgeInstrument } from './judge.ts'
import type { RealNumberWarning } from './real-numbers.ts'
import type { Wallets } from './wallet-token.ts'

export interface InstrumentReaderParts {
  readonly wallets: Wallets
  /** The instrument of stored payment details. */
  readonly stored: (
    registrationId: string,
    channel: UsableEntity,
    values: ParameterValues,
    nowMs: number,
  ) => Promise<Reading>
  readonly giftCards: GiftCardIssuer
  readonly environment: 'test' | 'live'
  readonly binList?: BinList | undefined
  /** Of the test environment. */
  readonly warnOfRealNumber?: RealNumberWarning | undefined
}

/**
 * Reads the instrument of a validated request, and judges it for a channel. A refusal names all
 * wrong parameters; an instrument that was read but cannot be charged has a `faultCode`.
 * Synchronous unless a service has to be asked: a registration, a wallet's token, a gift card.
 */
export type InstrumentReader = (
  values: ParameterValues,
  channel: UsableEntity,
  nowMs: number,
) => Reading | Promise<Reading>

export function createInstrumentReader(parts: InstrumentReaderParts): InstrumentReader {
  const { wallets, environment, binList, warnOfRealNumber = (read) => read } = parts
  return (values, channel, nowMs) => {
    const channelBrands = channel.settings.brands
    const judged = judgeInstrument({ values, channelBrands, nowMs, binList })
    if (typeof judged !== 'function') return warnOfRealNumber(judged, channel)
    // The simulated issuer decides where the simulator does.
    const isSimulated = environment === 'test' && values.sent('testMode') !== 'EXTERNAL'
    return judged({
      wallets,
      giftCards: isSimulated ? parts.giftCards : undefined,
      stored: (registrationId) => parts.stored(registrationId, channel, values, nowMs),
    })
  }
}
