import { readRegistrationDetails } from '../../server/features/registrations/index.ts'
import { detailsOf } from '../../server/payments/index.ts'
import type {
  Change,
  ChangeSet,
  CustomerLinkRow,
  PaymentRow,
  RegistrationRow,
} from '../../server/store/port.ts'

/** The merchant's own id of a customer, as links have it. */
export const linkOfCustomer = (merchantCustomerId: string) => `customer:${merchantCustomerId}`

/** An e-mail address as links have it: of A to Z the case does not count, as in both databases. */
export const linkOfEmail = (email: string) =>
  `email:${email.replace(/[A-Z]/g, (letter) => letter.toLowerCase())}`

/** Stored details that payments were made with, as links have them. */
export const linkOfRegistration = (id: string) => `registration:${id}`

/** A plan that payments are runs of, as links have it. */
export const linkOfSchedule = (id: string) => `schedule:${id}`

/**
 * What a commit writes besides, where it writes payments or stored details that are found by their customer, or by
 * what they were paid with. `undefined` for all other commits: a plain card payment writes nothing.
 */
export function linksOf(changes: ChangeSet): ChangeSet | undefined {
  let links: Change[] | undefined
  for (const change of changes) {
    const named = namesOfChange(change)
    if (named === undefined || named.names.length === 0) continue
    links ??= []
    for (const name of new Set(named.names)) {
      links.push({ kind: 'insertCustomerLink', row: { ...named.of, name } })
    }
  }
  return links
}

interface Named {
  readonly of: Omit<CustomerLinkRow, 'name'>
  readonly names: readonly string[]
}

function namesOfChange(change: Change): Named | undefined {
  if (change.kind === 'insertPayment') return namesOfPayment(change.row)
  return change.kind === 'insertRegistration' ? namesOfRegistration(change.row) : undefined
}

/** What refers to another payment is found with that one. */
function namesOfPayment(row: PaymentRow): Named | undefined {
  if (row.referencedId !== null) return undefined
  const { request, shown, registrationId } = detailsOf(row)
  const names = customerNames(request)
  const scheduleId = shown?.scheduleId ?? request.scheduleId
  if (registrationId !== undefined) names.push(linkOfRegistration(registrationId))
  if (scheduleId !== undefined) names.push(linkOfSchedule(scheduleId))
  return { of: { entityId: row.entityId, linked: 'payment', linkedId: row.id }, names }
}

function namesOfRegistration({ id, entityId, details }: RegistrationRow): Named {
  const { request } = readRegistrationDetails(details)
  const of = { entityId, linked: 'registration', linkedId: id } as const
  return { of, names: customerNames(request) }
}

/** The names of the customer in a request; a list that may be added to. */
export function customerNames(request: Readonly<Record<string, string>>): string[] {
  const id = request['customer.merchantCustomerId']
  const email = request['customer.email']
  return [
    ...(id === undefined ? [] : [linkOfCustomer(id)]),
    ...(email === undefined ? [] : [linkOfEmail(email)]),
  ]
}
