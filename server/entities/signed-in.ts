import type { Refusal } from '../results/refusal.ts'
import type { TokenRow } from '../store/port.ts'
import type { Person } from './rights.ts'

/** A person who is signed in, and what their requests may use. */
export interface SignedIn {
  /** In the shape of an access token: bound to the entity that the person works with. */
  readonly token: TokenRow
  readonly person: Person
}

/** Who is signed in to the back office. The feature `people` implements it. */
export interface Sessions {
  /** Origin of the pages that may send a session's requests. */
  readonly origin: string
  /**
   * Finds who has the token of a session's cookie: 401 where it is unknown or its time is over. An unattended
   * request, which a page sends by itself, does not make the session last longer (PCI DSS 8.2.8).
   */
  find(token: string, how?: { readonly isUnattended?: boolean }): Promise<SignedIn | Refusal>
  /** Whether a person who was found may still go on. */
  goesOn(person: Person): Promise<boolean>
}
