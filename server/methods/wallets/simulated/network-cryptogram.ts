import { randomBytes } from 'node:crypto'
import { detectBrands } from '../../../../common/brands.ts'

/** Bytes of a cryptogram as card networks make them. */
const CRYPTOGRAM_BYTES = 20

/** What a card network gives a wallet to prove a number of a device. Nobody can verify it here. */
export function networkCryptogram(number: string): {
  readonly cryptogram: string
  readonly eci: string
} {
  const isMaster = detectBrands(number).includes('MASTER')
  return {
    cryptogram: randomBytes(CRYPTOGRAM_BYTES).toString('base64'),
    eci: isMaster ? '02' : '05',
  }
}
