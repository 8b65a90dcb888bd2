/** Whom a guide is for: a group of the menu, and of the list on the first page. */
export type GuideGroup = (typeof GUIDE_GROUPS)[number]

export const GUIDE_GROUPS = [
  'Guides for merchants',
  'Guides for operators',
  'Guides for contributors',
] as const

export interface Guide {
  /** Below docs. */
  readonly file: string
  /** Its line of the menu. */
  readonly title: string
  /** Simulators are in the test environment alone. */
  readonly isForTests?: true
}

/** The documents that are served, in the order of the menu. */
export const GUIDES: Readonly<Record<GuideGroup, readonly Guide[]>> = {
  'Guides for merchants': [
    { file: 'getting-started.md', title: 'Getting started' },
    { file: 'php.md', title: 'A shop in PHP' },
    { file: 'clients.md', title: 'Clients: Node, PHP, Python' },
    { file: 'refunds.md', title: 'Refunds, captures, reversals' },
    { file: 'disputes.md', title: 'Disputes' },
    { file: 'back-office.md', title: 'The back office' },
    { file: 'webhooks.md', title: 'Webhooks' },
    { file: 'going-live.md', title: 'Going live' },
    { file: 'demo-shop.md', title: 'The demo shop' },
    { file: 'widget.md', title: 'The widget on your page' },
    { file: 'widget/start.md', title: 'Loading, changing, failing' },
    { file: 'widget/forms.md', title: 'Forms' },
    { file: 'widget/saved-cards.md', title: 'Saved cards' },
    { file: 'widget/brand-rules.md', title: 'Brands by rules' },
    { file: 'widget/options.md', title: 'Errors, texts, calls' },
    { file: 'widget/fast-checkout.md', title: 'Fast checkout, summary page' },
    { file: 'widget/styling.md', title: 'Styling' },
    { file: 'widget/csp.md', title: 'Content-Security-Policy' },
    { file: 'widget/accessibility.md', title: 'Accessibility' },
    { file: 'widget/package.md', title: 'React, element, types' },
    { file: 'checkouts.md', title: 'Checkouts' },
    { file: 'life-cycle.md', title: 'Life of a payment' },
    { file: 'holds.md', title: 'Holds' },
    { file: 'idempotency.md', title: 'Repeating requests' },
    { file: 'reading-payments.md', title: 'Reading payments' },
    { file: 'queries.md', title: 'Queries' },
    { file: 'registrations.md', title: 'Stored payment details' },
    { file: 'schedules.md', title: 'Schedules' },
    { file: 'gift-cards.md', title: 'Gift cards' },
    { file: 'three-d-secure.md', title: '3-D Secure' },
    { file: 'risk.md', title: 'Risk and throttling' },
    { file: 'profiles.md', title: 'Profiles' },
    { file: 'simulator.md', title: 'Simulator', isForTests: true },
    { file: 'test-clock.md', title: 'Test clock', isForTests: true },
    { file: 'simulator-sheet.md', title: 'Simulated wallets', isForTests: true },
  ],
  'Guides for operators': [
    { file: 'install.md', title: 'Installing' },
    { file: 'deploy.md', title: 'systemd, images, Kubernetes' },
    { file: 'operations.md', title: 'Running a gateway' },
    { file: 'people.md', title: 'People and the audit log' },
    { file: 'resolutions.md', title: 'Decisions by hand' },
    { file: 'monitoring.md', title: 'Monitoring' },
    { file: 'personal-data.md', title: 'Personal data' },
    { file: 'limits.md', title: 'Limits' },
    { file: 'settings.md', title: 'Settings of the process' },
    { file: 'transport.md', title: 'https and proxies' },
    { file: 'security/pci-dss.md', title: 'PCI DSS' },
    { file: 'security/payment-pages.md', title: 'Watching a payment page' },
    { file: 'gateway-connector.md', title: 'Another gateway behind it' },
    { file: 'conformance.md', title: 'Does a server keep the contract?' },
    { file: 'settlement.md', title: 'Settlement' },
    { file: 'mail.md', title: 'Mail' },
  ],
  'Guides for contributors': [
    { file: 'architecture.md', title: 'Architecture' },
    { file: 'due-work.md', title: 'Due work and time' },
    { file: 'calls-to-merchants.md', title: 'How merchants’ servers are called' },
    { file: 'adding.md', title: 'Adding things' },
    { file: 'widget/script.md', title: 'How the widget loads' },
    { file: 'house-style.md', title: 'House style' },
    { file: 'simulation.md', title: 'Simulation' },
    { file: 'mutants.md', title: 'Mutants' },
    { file: 'performance.md', title: 'Performance' },
  ],
}
