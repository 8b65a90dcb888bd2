/**
 * Deliberate bugs, of the kind that slips through reviews. `npm run sim -- --planted` puts them in one
 * at a time and shows that the simulation finds each: what it cannot find, it does not watch.
 *
 * @typedef {object} Edit
 * @property {string} file
 * @property {string} find Text that stands in the file exactly once.
 * @property {string} replacement
 *
 * @typedef {object} PlantedBug
 * @property {string} name
 * @property {string} says What is done wrong, as the table of docs/simulation.md has it.
 * @property {readonly Edit[]} edits
 */

/** @type {readonly PlantedBug[]} */
export const PLANTED_BUGS = [
  {
    name: 'answer-before-commit',
    says: 'a payment that is decided at once is answered while its commit is still under way',
    edits: [
      {
        file: 'server/payments/service.ts',
        find: `const committed = await store.commit([
        ...theirs,
        ...prepared.alongside,
        ...recordPayment(settled, reference),
      ])
      return wasApplied(committed) ? settled : overtaken(committed, theirs.length)`,
        replacement: `void store
        .commit([...theirs, ...prepared.alongside, ...recordPayment(settled, reference)])
        .catch(() => undefined)
      return settled`,
      },
    ],
  },
  {
    name: 'sent-before-durable',
    says: 'the acquirer is asked while the intent is still being written',
    edits: [
      {
        file: 'server/payments/service.ts',
        find: `const committed = await store.commit([
      ...theirs,
      ...prepared.alongside,
      ...openPayment(payment, reference),
    ])
    if (!wasApplied(committed)) return overtaken(committed, theirs.length)`,
        replacement: `void store
      .commit([...theirs, ...prepared.alongside, ...openPayment(payment, reference)])
      .catch(() => undefined)`,
      },
    ],
  },
  {
    name: 'limit-outside-the-guard',
    says: 'a reference is decided on one version of its target and reserved on a newer one',
    edits: [
      {
        file: 'server/payments/service.ts',
        find: 'reference: { target, paymentType, isFinal },',
        replacement: `reference: {
        target: (await store.read.payment(reference.targetId)) ?? target,
        paymentType,
        isFinal,
      },`,
      },
    ],
  },
  {
    name: 'event-outside-the-transaction',
    says: 'the event of an intent is written in a commit of its own',
    edits: [
      {
        file: 'server/payments/rules.ts',
        find: `{ kind: 'insertPayment', row: payment },
    eventOf(payment),`,
        replacement: `{ kind: 'insertPayment', row: payment },`,
      },
      {
        file: 'server/payments/service.ts',
        find: 'return { begun: { ...prepared, payment }, surroundings }',
        replacement: `await store.commit([
      {
        kind: 'appendEvent',
        row: { paymentId: payment.id, sequence: 1, kind: 'intent', atMs: 0, data: '{}' },
      },
    ])
    return { begun: { ...prepared, payment }, surroundings }`,
      },
    ],
  },
  {
    name: 'key-outside-the-transaction',
    says: 'an idempotency key is written with the outcome, not with the intent',
    edits: [
      {
        file: 'server/idempotency/entry.ts',
        find: 'return insert(payment.id, null)',
        replacement: 'return []',
      },
      {
        file: 'server/idempotency/entry.ts',
        find: 'isStored ? answerWith(payment) : insert(payment.id, rendered(payment)),',
        replacement: 'insert(payment.id, rendered(payment)),',
      },
    ],
  },
  {
    name: 'unknown-is-declined',
    says: 'recovery takes "unknown" for "declined"',
    edits: [
      {
        file: 'server/payments/recovery-plan.ts',
        find: `if (answer.kind !== 'notFound') return answer`,
        replacement: `if (answer.kind === 'unknown') return { kind: 'declined', code: '800.100.152' }
  if (answer.kind !== 'notFound') return answer`,
      },
    ],
  },
  {
    name: 'recovery-sends-again',
    says: 'recovery sends the operation again where it should ask about it',
    edits: [
      {
        file: 'server/payments/recovery.ts',
        find: 'connector.inquire(inquiryOf(payment))',
        replacement: 'connector.send(inquiryOf(payment).operation)',
      },
    ],
  },
  {
    name: 'release-forgotten',
    says: 'a declined capture or refund keeps what it had reserved',
    edits: [
      {
        file: 'server/payments/rules.ts',
        find: '...(succeeded ? [] : releaseOf(settled, reference)),',
        replacement: '',
      },
    ],
  },
  {
    name: 'claim-takes-the-timer-away',
    says: 'a claim ends its timer instead of leasing it: it dies with its claimer',
    edits: [
      {
        file: 'server/timers/timers.ts',
        find: 'const committed = await store.commit([stepOf(timer, set)])',
        replacement: 'const committed = await store.commit([endOf(timer)])',
      },
      {
        file: 'server/timers/timers.ts',
        find: ': stepOf(timer, { dueAtMs: verdict.dueAtMs, attempts: timer.attempts })',
        replacement: `: ({
            kind: 'insertTimer',
            row: { ...timer, dueAtMs: verdict.dueAtMs, version: 1 },
          } as const)`,
      },
    ],
  },
  {
    name: 'checkout-outside-the-guard',
    says: 'a submit is decided on one version of its checkout and steps a newer one',
    edits: [
      {
        file: 'server/checkouts/service.ts',
        find: '[...companions, openedBy(checkout)]',
        replacement:
          '[...companions, openedBy((await store.read.checkout(checkout.id)) ?? checkout)]',
      },
    ],
  },
  {
    name: 'second-answer-applied',
    says: 'an answer that comes a second time is applied a second time',
    edits: [
      {
        file: 'server/payments/recovery.ts',
        find: `if (payment?.state === 'intent') await settle(payment, outcome)`,
        replacement: 'if (payment !== undefined) await settle(payment, outcome)',
      },
    ],
  },
  {
    name: 'not-found-trusted-early',
    says: '"not found" is believed while the operation may still be on its way',
    edits: [
      {
        file: 'server/payments/recovery-plan.ts',
        find: `if (answer.kind !== 'notFound') return answer`,
        replacement: `if (answer.kind !== 'notFound') return answer
  if (sinceIntentMs > 0) return { kind: 'notSent' }`,
      },
    ],
  },
  {
    name: 'sent-long-after-the-intent',
    says: 'a process that stood still sends what another one has given up meanwhile',
    edits: [
      {
        file: 'server/payments/settlement.ts',
        find: "if (!maySend(payment, clock.now())) return { kind: 'notSent' }",
        replacement: '',
      },
    ],
  },
  {
    name: 'release-before-its-guard',
    says: 'a reservation is given back before the version of the reference is looked at',
    edits: [
      {
        file: 'server/payments/rules.ts',
        find: `    { kind: 'stepPayment', id: payment.id, expectedVersion: payment.version, set: step },
    ...(succeeded ? [] : releaseOf(settled, reference)),`,
        replacement: `    ...(succeeded ? [] : releaseOf(settled, reference)),
    { kind: 'stepPayment', id: payment.id, expectedVersion: payment.version, set: step },`,
      },
    ],
  },
  {
    name: 'conflict-taken-for-success',
    says: 'an outcome is answered as written although its commit met a conflict',
    edits: [
      {
        file: 'server/payments/settlement.ts',
        find: 'if (wasApplied(committed)) return settled',
        replacement: 'if (wasApplied(committed) || true) return settled',
      },
    ],
  },
  {
    name: 'torn-entry-accepted',
    says: 'the journal takes an entry that was written half for a whole one',
    edits: [
      {
        file: 'server/simulation/disk.ts',
        find: 'this.#records = this.#records.filter(isWhole)',
        replacement: '',
      },
    ],
  },
]
