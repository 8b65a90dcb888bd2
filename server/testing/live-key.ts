import { createHash } from 'node:crypto'

/** A key of the vault as live takes it, which is no placeholder; the same in every run. */
export const LIVE_VAULT_KEY = createHash('sha256').update('the vault of the tests').digest('hex')
