import type { UsableEntity } from '../../wire/entities/access.ts'
import type { ParameterValues } from '../../wire/parameters/values.ts'
import { isRefusal, type Refusal } from '../../wire/results/refusal.ts'
import type { Wallets } from '../wallets/wallets.ts'
import { readBankAccount } from './bank-account.ts'
import { readBrandOnly } from './brand-only.ts'
import { readCard } from './card.ts'
import { type GiftCardIssuer, readGiftCard } from './gift-card.ts'
import type { ReadInstrument } from './instrument.ts'
import { brandFault, namedBrand } from './named-brand.ts'
import { BRAND_NOT_TAKEN } from './read.ts'
import type { RealNumberWarning } from './real-numbers.ts'
import { sentInstrument } from './sent-instrument.ts'
import { readTerminal } from './terminal.ts'
import { readTokenAccount } from './token-account.ts'
import { readVirtualAccount } from './virtual-account.ts'
import { readWallet } from './wallet.ts'

export interface InstrumentReaderParts {
  readonly wallets: Wallets
  /** The instrument of stored payment details. */
  readonly stored: (
    registrationId: string,
    channel: UsableEntity,
    values: ParameterValues,
    nowMs: number,
  ) => Promise<ReadInstrument | Refusal>
  readonly giftCards: GiftCardIssuer
  readonly environment: 'test' | 'live'
  /** Of the test environment. */
  readonly warnOfRealNumber?: RealNumberWarning | undefined
}

type Reading = ReadInstrument | Refusal

/**
 * Reads what a validated request is paid with, and judges it for a channel. A refusal names the
 * parameters that are in the way; what was read well and cannot be charged has a `faultCode`.
 * Synchronous unless somebody has to be asked: a registration, a wallet's token, a gift card.
 */
export type InstrumentReader = (
  values: ParameterValues,
  channel: UsableEntity,
  nowMs: number,
) => Reading | Promise<Reading>

export function createInstrumentReader(parts: InstrumentReaderParts): InstrumentReader {
  const { wallets, giftCards, environment, warnOfRealNumber = (read) => read } = parts

  /** The simulated issuer decides where the simulator does. */
  function issuerFor(values: ParameterValues): GiftCardIssuer | undefined {
    const isSimulated = environment === 'test' && values.sent('testMode') !== 'EXTERNAL'
    return isSimulated ? giftCards : undefined
  }

  return (values, channel, nowMs) => {
    const sent = sentInstrument(values)
    const channelBrands = channel.settings.brands
    switch (sent) {
      case 'card':
        return warnOfRealNumber(readCard(values, channelBrands, nowMs), channel)
      case 'registration':
        return readStored({ values, channel, nowMs }, parts.stored)
      case 'applePay':
      case 'googlePay':
      case 'samsungPay':
        return readWallet({ wallet: sent, values, channelBrands, nowMs }, wallets)
      case 'terminal':
        return readTerminal(values, channelBrands, nowMs)
      case 'tokenAccount':
        return readTokenAccount(values, channelBrands, nowMs)
      case 'giftCard':
        return readGiftCard(values, channelBrands, { giftCards: issuerFor(values), nowMs })
      case 'bankAccount':
        return readBankAccount(values, channelBrands, nowMs)
      case 'virtualAccount':
        return readVirtualAccount(values, channelBrands)
      case 'brand':
        return readBrandOnly(values, channelBrands)
      default:
        return sent
    }
  }
}

interface StoredRequest {
  readonly values: ParameterValues
  readonly channel: UsableEntity
  readonly nowMs: number
}

/** A stored instrument has its brand: a request may repeat it, not change it. */
async function readStored(
  { values, channel, nowMs }: StoredRequest,
  stored: InstrumentReaderParts['stored'],
): Promise<Reading> {
  const named = namedBrand(values)
  if (named !== undefined && 'refused' in named) return named
  const read = await stored(values.sent('registrationId') ?? '', channel, values, nowMs)
  if (isRefusal(read)) return read
  if (named !== undefined && named.name !== read.brand) {
    const message = `is not the brand of the registration: leave it out, or send ${read.brand}`
    return brandFault(named.name, message)
  }
  if (channel.settings.brands.includes(read.brand)) return read
  return { ...read, faultCode: BRAND_NOT_TAKEN }
}
