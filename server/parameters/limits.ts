/** Decisions §2. */
export const MAX_BODY_BYTES = 1024 * 1024

/** Decisions §2; empty ones count too. */
export const MAX_PARAMETERS = 20_000

/** Three times the longest name of the tables. */
export const MAX_NAME_LENGTH = 256

/** Interface document, Limits: cart items from 0, maximum 1000. Other lists are held to the same. */
export const MAX_LIST_ITEMS = 1000

/** Deeper than any name of the tables. */
export const MAX_JSON_DEPTH = 16

/** An answer must not grow without bound: the error after the last one says how many there were. */
export const MAX_ERRORS = 1000

/** Several times an encrypted wallet token with its certificates; a checkout has one. */
export const MAX_WALLET_TOKEN = 32_768

/** EMV 3-D Secure 2.2, table A.1, sdkEncData: 64,000 characters. */
export const MAX_DEVICE_INFO = 64_000

/** Pages of a list: more than anybody reads, and few enough that skipping to one stays possible. */
export const MAX_PAGES = 100_000
