import type { OutgoingClient } from '../../../wire/outgoing/client.ts'
import type { MessageOf } from '../messages/messages.ts'
import type { CardRange } from './contract.ts'

/** What a directory server answered, not validated yet. */
export type DirectoryAnswer =
  | { readonly kind: 'answered'; readonly json: unknown }
  | { readonly kind: 'failed'; readonly reason: 'timeout' | 'unreachable' | 'notAMessage' }

/** A directory server of card networks: knows the card ranges, asks issuers. Never rejects. */
export interface Directory {
  /** For the log. */
  readonly name: string
  /** The only connector whose acquirer believes its proofs; absent: all do. */
  readonly connector?: string
  send(message: MessageOf<'PReq'> | MessageOf<'AReq'>): Promise<DirectoryAnswer>
  /** Of one within this process: answers at once, with no effect outside. */
  decide?(message: MessageOf<'AReq'>): DirectoryAnswer
  /** Of the test environment: the range of a card that is in no list, as the request wishes. */
  forcedRange?(customParameters: Readonly<Record<string, string>>): CardRange | undefined
  /** Of the test environment: how the request wishes to be answered. */
  extension?(customParameters: Readonly<Record<string, string>>): MessageExtension | undefined
}

export type MessageExtension = NonNullable<MessageOf<'AReq'>['messageExtension']>[number]

export interface HttpDirectoryParts {
  /** Where messages are posted. */
  readonly url: string
  /** With short limits: a shopper waits. */
  readonly authentications: OutgoingClient
  /** With room for the list of all card ranges. */
  readonly preparations: OutgoingClient
}

/** A directory server that takes messages as JSON over HTTP. It gets each message once. */
export function createHttpDirectory(parts: HttpDirectoryParts): Directory {
  const { url, authentications, preparations } = parts
  return {
    name: new URL(url).host,
    async send(message) {
      const client = message.messageType === 'AReq' ? authentications : preparations
      const exchange = await client({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json; charset=utf-8', accept: 'application/json' },
        body: JSON.stringify(message),
      })
      if (exchange.kind !== 'answered')
        return { kind: 'failed', reason: exchange.isTimeout ? 'timeout' : 'unreachable' }
      return answerOf(exchange.body)
    },
  }
}

/** Directory servers answer errors as messages (Erro), some with another status than 200. */
function answerOf(body: string): DirectoryAnswer {
  try {
    return { kind: 'answered', json: JSON.parse(body) }
  } catch {
    return { kind: 'failed', reason: 'notAMessage' }
  }
}
