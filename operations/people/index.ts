/** What others use of people. */

export type { LinkMails } from './link-mails.ts'
export { newUser } from './new-user.ts'
export { createPasswords, randomPassword } from './passwords.ts'
export { grantOn } from './roles.ts'
