/** A mail with a link that proves who has read it. */
export interface LinkMail {
  /** The user, or the invitation. */
  readonly subjectId: string
  /** Whether its hour is over. */
  readonly isOver: boolean
}

/** Mails with links, where the gateway has a mail server. */
export interface LinkMails {
  /** Writes the mail with a link to choose a new password, at most three times in an hour for each user. */
  sendReset(userId: string): Promise<void>
  /** Writes the mail of an invitation once more, at most three times in an hour. */
  sendInvitation(invitationId: string): Promise<void>
  /** The user of a link, as long as the password is the one that it is to replace. */
  resetOf(token: string): Promise<LinkMail | undefined>
  invitationOf(token: string): Promise<LinkMail | undefined>
}
