import { unauthorised } from './errors.ts'

/** The API keys of an account: two of them are valid while one replaces the other. */
export function createKeys(first: readonly string[]) {
  const valid = new Set(first)

  return {
    add: (key: string) => void valid.add(key),
    revoke: (key: string) => void valid.delete(key),
    /** Checks `X-API-Key`. */
    check(key: string | undefined): void {
      if (key === undefined || !valid.has(key)) throw unauthorised()
    },
  }
}

export type Keys = ReturnType<typeof createKeys>
