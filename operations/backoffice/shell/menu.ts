import type { IconName } from '../parts/icon.tsx'
import type { TextKey } from '../texts/texts.ts'

/** A page of the menu. */
export interface MenuEntry {
  readonly path: string
  readonly text: TextKey
  readonly icon: IconName
  /** Who lacks it does not see the page. */
  readonly right: string
  /** It shows an entity and all below it: the one of the address, which the menu carries along. */
  readonly isOfEntity?: true
}

/** The menu, in groups; the first entries of the first group stand in the bar of a phone. */
export const MENU: readonly (readonly MenuEntry[])[] = [
  [
    {
      path: '/payments',
      text: 'menu.payments',
      icon: 'payments',
      right: 'payments.read',
      isOfEntity: true,
    },
    {
      path: '/overview',
      text: 'menu.overview',
      icon: 'overview',
      right: 'payments.read',
      isOfEntity: true,
    },
    {
      path: '/disputes',
      text: 'menu.disputes',
      icon: 'disputes',
      right: 'disputes.read',
      isOfEntity: true,
    },
    { path: '/reviews', text: 'menu.reviews', icon: 'reviews', right: 'payments.resolve' },
    { path: '/approvals', text: 'menu.approvals', icon: 'approvals', right: 'payments.approve' },
  ],
  [
    {
      path: '/settlements',
      text: 'menu.settlements',
      icon: 'settlements',
      right: 'finance.read',
      isOfEntity: true,
    },
    {
      path: '/payouts',
      text: 'menu.payouts',
      icon: 'payouts',
      right: 'finance.read',
      isOfEntity: true,
    },
    {
      path: '/bookings',
      text: 'menu.bookings',
      icon: 'bookings',
      right: 'finance.read',
      isOfEntity: true,
    },
    {
      path: '/report',
      text: 'menu.report',
      icon: 'report',
      right: 'finance.read',
      isOfEntity: true,
    },
    {
      path: '/customers',
      text: 'menu.customers',
      icon: 'customers',
      right: 'customers.read',
      isOfEntity: true,
    },
    {
      path: '/subscriptions',
      text: 'menu.subscriptions',
      icon: 'subscriptions',
      right: 'customers.read',
      isOfEntity: true,
    },
    {
      path: '/checkouts',
      text: 'menu.checkouts',
      icon: 'checkouts',
      right: 'payments.read',
      isOfEntity: true,
    },
    {
      path: '/blocks',
      text: 'menu.blocks',
      icon: 'lock',
      right: 'customers.read',
      isOfEntity: true,
    },
    {
      path: '/webhooks',
      text: 'menu.webhooks',
      icon: 'webhooks',
      right: 'webhooks.read',
      isOfEntity: true,
    },
    {
      path: '/refused-requests',
      text: 'menu.refusedRequests',
      icon: 'refused',
      right: 'payments.read',
      isOfEntity: true,
    },
  ],
  [
    { path: '/entities', text: 'menu.entities', icon: 'entities', right: 'entities.read' },
    {
      path: '/accounts',
      text: 'menu.accounts',
      icon: 'accounts',
      right: 'entities.read',
      isOfEntity: true,
    },
    {
      path: '/tokens',
      text: 'menu.tokens',
      icon: 'tokens',
      right: 'tokens.write',
      isOfEntity: true,
    },
    { path: '/users', text: 'menu.users', icon: 'users', right: 'people.write' },
    {
      path: '/mails',
      text: 'menu.mails',
      icon: 'mails',
      right: 'audit.read',
      isOfEntity: true,
    },
    { path: '/audit', text: 'menu.audit', icon: 'audit', right: 'audit.read' },
    { path: '/system', text: 'menu.system', icon: 'system', right: 'system.read' },
  ],
]

export const BASE = '/backoffice'

/**
 * Whether somebody with these rights may open a page by its own address, such as `/webhooks/:id`: the rule of the
 * menu. The profile is everybody's.
 */
export function mayOpen(page: string, may: (right: string) => boolean): boolean {
  const entry = MENU.flat().find(({ path }) => page === path || page.startsWith(`${path}/`))
  return entry === undefined || may(entry.right)
}

/** The menu of somebody with these rights. */
export function menuOf(may: (right: string) => boolean): readonly (readonly MenuEntry[])[] {
  return MENU.map((group) => group.filter(({ right }) => may(right))).filter(
    (group) => group.length > 0,
  )
}
