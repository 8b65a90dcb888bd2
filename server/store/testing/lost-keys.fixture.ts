import type { Store } from '../port.ts'
import { createShortLivedKeys } from '../short-lived-keys.ts'
import { withCommit } from '../with-commit.ts'

/** The same data without the keys of what lives minutes: as after a restore, or a crash of the database. */
export function withoutShortLivedKeys(store: Store): Store {
  return { ...withCommit(store, store.commit), shortLivedKeys: createShortLivedKeys() }
}
