/** What others use of mail. */

export type { Post } from './transport.ts'
