import type { Store } from './port.ts'

/** The same store with another way to commit. */
export function withCommit(store: Store, commit: Store['commit']): Store {
  const { time } = store
  return {
    commit,
    claimTimers: (claim) => store.claimTimers(claim),
    read: store.read,
    ...(time === undefined ? {} : { time: () => time.call(store) }),
    shortLivedKeys: store.shortLivedKeys,
    ping: () => store.ping(),
    close: () => store.close(),
  }
}
