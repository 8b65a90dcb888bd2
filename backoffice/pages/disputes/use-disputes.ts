import { useEffect, useState } from 'preact/hooks'
import { type ListedEntity, useEntities } from '../../api/entities.ts'
import { type Failure, read } from '../../api/request.ts'
import type { Dispute } from './dispute-wire.ts'

/** Channels that are asked at once; the gateway lists the disputes of one channel. */
export const MAX_CHANNELS = 20

export interface DisputesOfPage {
  /** Channels to choose from. */
  readonly channels: readonly ListedEntity[]
  /** `undefined`: they are on their way. */
  readonly disputes: readonly Dispute[] | undefined
  readonly failure: Failure | undefined
  reload(): void
}

/** The disputes of a channel, or of the first channels where none is chosen. */
export function useDisputes(channelId: string): DisputesOfPage {
  const entities = useEntities()
  const [round, setRound] = useState(0)
  const [found, setFound] = useState<Pick<DisputesOfPage, 'disputes' | 'failure'>>()
  const channels = entities.body?.entities.filter(({ kind }) => kind === 'channel')
  const asked =
    channelId === '' ? channels?.slice(0, MAX_CHANNELS).map(({ id }) => id) : [channelId]
  const key = asked?.join()
  // `round` asks for the same once more.
  useEffect(() => {
    if (key === undefined) return
    const ending = new AbortController()
    setFound(undefined)
    void readAll(key === '' ? [] : key.split(','), ending.signal).then((answer) => {
      if (!ending.signal.aborted) setFound(answer)
    })
    return () => ending.abort()
  }, [key, round])
  return {
    channels: channels ?? [],
    disputes: found?.disputes,
    failure: found?.failure ?? entities.failure,
    reload: () => setRound((before) => before + 1),
  }
}

async function readAll(channelIds: readonly string[], signal: AbortSignal) {
  const answers = await Promise.all(
    channelIds.map((entityId) =>
      read<{ readonly disputes: readonly Dispute[] }>('/disputes', { entityId }, signal),
    ),
  )
  const failed = answers.find((answer) => !answer.ok)
  return {
    disputes: answers.flatMap((answer) => (answer.ok ? answer.body.disputes : [])),
    failure: failed?.ok === false ? failed.failure : undefined,
  }
}
