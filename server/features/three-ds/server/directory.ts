import type { OutgoingClient } from '../../../http/outgoing/client.ts'
import type { MessageOf } from '../messages/messages.ts'
import type { CardRange } from './contract.ts'

/** The answer of a directory server before validation. */
export type DirectoryAnswer =
  | { readonly kind: 'answered'; readonly json: unknown }
  | { readonly kind: 'failed'; readonly reason: 'timeout' | 'unreachable' | 'notAMessage' }

/** A directory server of card networks: it knows the card ranges and asks the issuers. Never rejects. */
export interface Directory {
  /** For the log. */
  readonly name: string
  /** The only provider whose acquirers accept its proofs; absent: all do. */
  readonly connector?: string
  send(message: MessageOf<'PReq'> | MessageOf<'AReq'>): Promise<DirectoryAnswer>
  /** Tells it that its answer could not be read (EMV 3-D Secure, Erro). Absent: nobody reads that. */
  complain?(erro: MessageOf<'Erro'>): void
  /** Only of a directory in this process: answers at once, without effects outside. */
  decide?(message: MessageOf<'AReq'>): DirectoryAnswer
  /** Only in the test environment: the range for a card in no list, if the request asks for that. */
  forcedRange?(customParameters: Readonly<Record<string, string>>): CardRange | undefined
  /** Only in the test environment: the extension with the answer that the request asks for. */
  extension?(customParameters: Readonly<Record<string, string>>): MessageExtension | undefined
}

export type MessageExtension = NonNullable<MessageOf<'AReq'>['messageExtension']>[number]

export interface HttpDirectoryParts {
  /** The URL to which messages are posted. */
  readonly url: string
  /** With short time limits, because a shopper waits. */
  readonly authentications: OutgoingClient
  /** With a size limit that the list of all card ranges fits. */
  readonly preparations: OutgoingClient
}

/** A directory server that takes messages as JSON over HTTP. Each message is sent once. */
export function createHttpDirectory(parts: HttpDirectoryParts): Directory {
  const { url, authentications, preparations } = parts
  const post = (client: OutgoingClient, message: object) =>
    client({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json; charset=utf-8', accept: 'application/json' },
      body: JSON.stringify(message),
    })
  return {
    name: new URL(url).host,
    complain: (erro) => void post(preparations, erro),
    async send(message) {
      const client = message.messageType === 'AReq' ? authentications : preparations
      const exchange = await post(client, message)
      if (exchange.kind !== 'answered')
        return { kind: 'failed', reason: exchange.isTimeout ? 'timeout' : 'unreachable' }
      return answerOf(exchange.body)
    },
  }
}

/** Directory servers answer errors as messages (Erro), some of them with another status than 200. */
function answerOf(body: string): DirectoryAnswer {
  try {
    return { kind: 'answered', json: JSON.parse(body) }
  } catch {
    return { kind: 'failed', reason: 'notAMessage' }
  }
}
