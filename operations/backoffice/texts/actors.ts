import { t } from './texts.ts'

/** Who has done something: people by their address, access tokens and commands in the language of the reader. */
export function actorText(actor: string): string {
  const [, token] = /^token (.+)$/.exec(actor) ?? []
  if (token !== undefined) return t('actor.token', { label: token })
  const [, user] = /^command \((.+)\)$/.exec(actor) ?? []
  return user === undefined ? actor : t('actor.command', { user })
}
