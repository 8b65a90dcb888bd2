/** What others use of customers. */

export { customerNames, linkOfRegistration, linkOfSchedule } from './links.ts'
