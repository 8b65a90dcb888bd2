import type { KeyObject } from 'node:crypto'
import { CompactEncrypt, CompactSign } from 'jose'
import { HOUR_MS } from '../../common/durations.ts'
import { ENCRYPTION, KEY_AGREEMENT, SIGNATURE } from '../../server/features/wallets/index.ts'
import type { KeyPair } from './derived-keys.ts'
import { networkCryptogram, type TokenOrder } from './token-order.ts'

/** The provider's side of samsungPay. */
export interface SamsungPayMaker {
  readonly provider: KeyPair
  readonly keyId: string
  readonly recipientKey: KeyObject
  /** Signs what the provider has not. */
  readonly stranger: KeyPair
}

/** A JWE of a JWS, as the wallet gives it in `3DS.data`. */
export async function makeSamsungPayToken(
  order: TokenOrder,
  maker: SamsungPayMaker,
): Promise<string> {
  const { flaw } = order
  const signer = flaw === 'signature' ? maker.stranger : maker.provider
  const signed = await new CompactSign(Buffer.from(payloadOf(order)))
    .setProtectedHeader({ alg: SIGNATURE })
    .sign(signer.privateKey)
  const isAstray = flaw === 'recipient'
  return new CompactEncrypt(Buffer.from(signed))
    .setProtectedHeader({
      alg: KEY_AGREEMENT,
      enc: flaw === 'version' ? 'A256GCM' : ENCRYPTION,
      kid: isAstray ? 'another' : maker.keyId,
      typ: 'JOSE',
      cty: 'JWT',
    })
    .encrypt(isAstray ? maker.stranger.publicKey : maker.recipientKey)
}

function payloadOf({ card, amount, nowMs, flaw, inside }: TokenOrder): string {
  const { cryptogram, eci } = networkCryptogram(card.number)
  return JSON.stringify({
    amount: String(amount.minor),
    currency_code: amount.currency,
    utc: String(flaw === 'expired' ? nowMs - HOUR_MS : nowMs),
    eci_indicator: eci.slice(1),
    tokenPAN: card.number,
    tokenPanExpiration: `${card.expiryMonth}${card.expiryYear.slice(2)}`,
    cryptogram,
    ...inside,
  })
}
