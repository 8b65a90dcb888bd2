/** The algorithms of tokens of samsungPay (RFC 7518). */
export const KEY_AGREEMENT = 'ECDH-ES'
export const ENCRYPTION = 'A128GCM'
export const SIGNATURE = 'ES256'
