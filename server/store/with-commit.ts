import type { ChangeSet, Store } from './port.ts'

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

/**
 * The same store, whose commits also write what is added to them. What adds nothing answers `undefined` at
 * once, so that a plain payment awaits no promise.
 */
export function withAdded(
  store: Store,
  additions: readonly ((changes: ChangeSet) => ChangeSet | Promise<ChangeSet> | undefined)[],
): Store {
  return withCommit(store, (changes) => {
    const added = additions.map((of) => of(changes)).filter((one) => one !== undefined)
    if (added.length === 0) return store.commit(changes)
    return Promise.all(added).then((found) => store.commit([...changes, ...found.flat()]))
  })
}

/** The same store, which tells of every commit that was applied. */
export function withTold(
  store: Store,
  listeners: readonly ((changes: ChangeSet) => void)[],
): Store {
  return withCommit(store, (changes) =>
    store.commit(changes).then((result) => {
      if (result.applied) for (const listener of listeners) listener(changes)
      return result
    }),
  )
}
