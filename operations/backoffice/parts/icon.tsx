/** Drawings of 16 by 16, one path each. */
const PATHS = {
  report: 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3M5 10.5l2-1.5 2 1 2.5-2',
  mails: 'M1.75 3.5h12.5v9H1.75zM1.75 4.5 8 9l6.25-4.5',
  payments: 'M1.75 4.25h12.5v7.5H1.75zM1.75 6.75h12.5M4 9.5h2.5',
  overview: 'M2.5 13.5V8.75M6.25 13.5V3.5M10 13.5V6.5M13.5 13.5V9.75',
  disputes: 'M3.25 14V2.5h8.5l-1.5 3 1.5 3h-8.5',
  reviews:
    'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 9.75a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5Z',
  approvals:
    'M5.5 7.5a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5ZM1.5 13c0-2.2 1.8-3.5 4-3.5s4 1.3 4 3.5M10 8l1.75 1.75L15 6.25',
  settlements: 'M2 6.5 8 2.5l6 4M2.5 13.5h11M4 6.75v4.5M8 6.75v4.5M12 6.75v4.5',
  payouts: 'M2 9.5v4h12v-4M8 2v8M5 7l3 3 3-3',
  bookings: 'M2.5 2.5h11v11h-11zM2.5 6h11M2.5 9.5h11M7 6v7.5',
  customers:
    'M8 7.75a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5ZM2.75 13.75c0-2.75 2.35-4 5.25-4s5.25 1.25 5.25 4',
  subscriptions:
    'M13.25 6.5A5.5 5.5 0 0 0 3.25 5.25M3 2.25v3.25h3.25M2.75 9.5a5.5 5.5 0 0 0 10 1.25M13 13.75V10.5H9.75',
  checkouts: 'M1.5 2.25h2l1.6 8h7.15l1.5-5.75H4M6 13.5h.01M11.5 13.5h.01',
  webhooks: 'M8.75 1.75 3.5 9h4l-.75 5.25L12.5 7h-4.25z',
  entities:
    'M6 1.75h4v3.5H6zM1.75 10.75h4v3.5h-4zM10.25 10.75h4v3.5h-4zM8 5.25V8M3.75 10.75V8h8.5v2.75',
  accounts: 'M2.5 3h11v3.5h-11zM2.5 9.5h11V13h-11zM4.75 4.75h.01M4.75 11.25h.01M8 6.5v3',
  tokens: 'M5.25 11.25a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5ZM8.5 8h6v2.5M12 8v2',
  users:
    'M5.75 7.25a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5ZM1.5 13c0-2.25 1.9-3.5 4.25-3.5S10 10.75 10 13M10.5 3a2.25 2.25 0 0 1 0 4.1M12 9.75c1.500.5 2.5 1.6 2.5 3.25',
  audit: 'M3 1.75h7l3 3v9.5H3zM5.5 7h5M5.5 9.5h5M5.5 12h3',
  system: 'M1.75 8h3l1.75-4.5 3 9L11.25 8h3',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.5 10.5 14 14',
  tick: 'm3 8.5 3.25 3.25L13 4.75',
  cross: 'm4 4 8 8M12 4l-8 8',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 4.75V8l2.25 1.5',
  back: 'M6.5 3.5 2.5 7.5l4 4M2.5 7.5h7a4 4 0 0 1 4 4v1',
  hold: 'M5.5 3.5v9M10.5 3.5v9',
  flag: 'M3.5 14V2.5h8l-1.5 2.75L11.5 8h-8',
  half: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 2v12',
  void: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM3.75 3.75l8.5 8.5',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 9.5A1.5 1.5 0 1 0 8 6.5a1.5 1.5 0 0 0 0 3Z',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  download: 'M8 2v8M4.75 7 8 10.25 11.25 7M2.5 13.5h11',
  upload: 'M8 10.5v-8M4.75 5.5 8 2.25 11.25 5.5M2.5 13.5h11',
  print: 'M4.5 5.5v-3.25h7V5.5M4.5 11.5h-2.25v-6h11.5v6H11.5M4.5 9.5h7v4.25h-7z',
  more: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  down: 'm4 6 4 4 4-4',
  right: 'm6 4 4 4-4 4',
  left: 'm10 4-4 4 4 4',
  plus: 'M8 3v10M3 8h10',
  filter: 'M2 4h12M4.5 8h7M6.5 12h3',
  out: 'M6 2.5H2.75v11H6M7 8h7M11 5l3 3-3 3',
  help: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM6.25 6.25a1.8 1.8 0 1 1 2.6 1.65c-.600.3-.850.6-.85 1.2M8 11.25h.01',
  lock: 'M3.5 7.25h9v6.5h-9zM5.5 7.25V5a2.5 2.5 0 0 1 5 0v2.25',
  refused: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM5.75 5.75l4.5 4.5M10.25 5.75l-4.5 4.5',
  warn: 'M8 2 1.75 13.5h12.5zM8 6.5v3.25M8 11.75h.01',
  bookmark: 'M4 2.25h8v11.5l-4-3-4 3z',
} as const

export type IconName = keyof typeof PATHS

export function Icon({
  name,
  class: more = '',
}: {
  readonly name: IconName
  readonly class?: string
}) {
  return (
    <svg class={`icon ${more}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}

/** The mark: two bars of a gate. */
export function Logo() {
  return (
    <svg class="size-7 flex-none" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#0e1726" />
      <path d="M7 12h18M7 20h11" stroke="#ffb81c" stroke-width="4" stroke-linecap="round" />
    </svg>
  )
}
