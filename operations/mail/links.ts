import { areEqual } from '../../server/kernel/equal-secrets.ts'
import type { Vault } from '../../server/kernel/vault/vault.ts'
import type { MailRow, Store } from '../../server/store/port.ts'

/** The id of a mail, and a hash of it that only the gateway can make. */
const TOKEN = /^([0-9a-f]{32})\.([0-9a-f]{64})$/

/** So long the link of a mail may be used. */
export const LINK_MS = 60 * 60_000

/** What makes and reads the secrets of links in mails: none is stored. */
export interface MailLinks {
  /** `boundTo`: what the link is good for no longer than, such as the hash of a password that it replaces. */
  tokenOf(mail: Pick<MailRow, 'id'>, boundTo: string): string
  /** The mail of a token that is not proven yet. */
  mailOf(token: string): Promise<MailRow | undefined>
  proves(token: string, mail: Pick<MailRow, 'id'>, boundTo: string): boolean
}

export function createMailLinks({
  store,
  vault,
}: {
  readonly store: Pick<Store, 'read'>
  readonly vault: Pick<Vault, 'keyedHash'>
}): MailLinks {
  const tokenOf: MailLinks['tokenOf'] = ({ id }, boundTo) =>
    `${id}.${vault.keyedHash(`link of mail ${id} ${boundTo}`)}`
  return {
    tokenOf,
    async mailOf(token) {
      const [, id] = TOKEN.exec(token) ?? []
      return id === undefined ? undefined : store.read.mail(id)
    },
    proves: (token, mail, boundTo) => areEqual(token, tokenOf(mail, boundTo)),
  }
}
