/** A checkout lives 30 minutes (interface document, Limits). */
export const CHECKOUT_LIFETIME_MS = 30 * 60 * 1000
