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
    numberKeys: store.numberKeys,
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

/**
 * The same store, which tells of every commit that was applied. What a listener throws goes to `failed`: the
 * changes are written all the same.
 */
export function withTold(
  store: Store,
  listeners: readonly ((changes: ChangeSet) => void)[],
  failed: (error: unknown) => void,
): Store {
  return withCommit(store, (changes) =>
    store.commit(changes).then((result) => {
      if (result.applied) tell(listeners, changes, failed)
      return result
    }),
  )
}

function tell(
  listeners: readonly ((changes: ChangeSet) => void)[],
  changes: ChangeSet,
  failed: (error: unknown) => void,
): void {
  for (const listener of listeners) {
    try {
      listener(changes)
    } catch (error) {
      failed(error)
    }
  }
}
