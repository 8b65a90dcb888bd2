/** What others use of the links of customers. */

export {
  customerNames,
  linkOfCustomer,
  linkOfEmail,
  linkOfRegistration,
  linkOfSchedule,
} from './links.ts'
