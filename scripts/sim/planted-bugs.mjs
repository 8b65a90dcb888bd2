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
        find: `      parts,
      {
        load: async (conflict) => {`,
        replacement: `      { ...parts, store: { commit: (changes) => {
      const committing = store.commit(changes)
      const isDecided = ({ kind, row }) => kind === 'insertPayment' && row.state !== 'intent'
      if (!changes.some(isDecided)) return committing
      void committing.catch(() => undefined)
      return Promise.resolve({ applied: true })
    } } },
      {
        load: async (conflict) => {`,
      },
    ],
  },
  {
    name: 'sent-before-durable',
    says: 'the acquirer is asked while the intent is still being written',
    edits: [
      {
        file: 'server/payments/service.ts',
        find: `      parts,
      {
        load: async (conflict) => {`,
        replacement: `      { ...parts, store: { commit: (changes) => {
      const committing = store.commit(changes)
      const isIntent = ({ kind, row }) => kind === 'insertPayment' && row.state === 'intent'
      if (!changes.some(isIntent)) return committing
      void committing.catch(() => undefined)
      return Promise.resolve({ applied: true })
    } } },
      {
        load: async (conflict) => {`,
      },
    ],
  },
  {
    name: 'limit-outside-the-guard',
    says: 'a reference is decided on one version of its target and reserved on a newer one',
    edits: [
      {
        file: 'server/payments/references/prepare-reference.ts',
        find: 'return assembled(asked, reference, answer, parts)',
        replacement: `const made = await assembled(asked, reference, answer, parts)
  const newer = (await store.read.payment(target.id)) ?? target
  return { ...made, reference: { ...made.reference, target: newer } }`,
      },
    ],
  },
  {
    name: 'event-outside-the-transaction',
    says: 'the event of an intent is written in a commit of its own',
    edits: [
      {
        file: 'server/payments/outcome-rules.ts',
        find: `{ kind: 'insertPayment', row: payment },
    eventOf(payment),
    beginWait(payment),`,
        replacement: `{ kind: 'insertPayment', row: payment },
    beginWait(payment),`,
      },
      {
        file: 'server/payments/record/outcomes.ts',
        find: 'const outcome = await chargeOutside(prepared, handedInAtMs, parts)',
        replacement: `await parts.store.commit([
      {
        kind: 'appendEvent',
        row: { paymentId: payment.id, sequence: 1, kind: 'intent', atMs: 0, data: '{}' },
      },
    ])
    const outcome = await chargeOutside(prepared, handedInAtMs, parts)`,
      },
    ],
  },
  {
    name: 'key-outside-the-transaction',
    says: 'an idempotency key is written with the outcome, not with the intent',
    edits: [
      {
        file: 'server/http/idempotency/idempotency.ts',
        find: 'return insert(payment.id, null)',
        replacement: 'return []',
      },
      {
        file: 'server/http/idempotency/idempotency.ts',
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
        file: 'server/payments/recovery/recovery-plan.ts',
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
        file: 'server/payments/recovery/recovery.ts',
        find: 'connector.inquire(inquiryOf(asked))',
        replacement: 'connector.send(inquiryOf(asked).operation)',
      },
    ],
  },
  {
    name: 'release-forgotten',
    says: 'a declined capture or refund keeps what it had reserved',
    edits: [
      {
        file: 'server/payments/references/target-change.ts',
        find: `if (payment.state === 'failed') return releasedOn(reference, payment)`,
        replacement: `if (payment.state === 'failed') return {}`,
      },
    ],
  },
  {
    name: 'claim-takes-the-timer-away',
    says: 'a claim ends its timer instead of leasing it: it dies with its claimer',
    edits: [
      {
        file: 'server/store/claim-by-steps.ts',
        find: 'const committed = await store.commit([{ ...claim, ...set }])',
        replacement: `const committed = await store.commit([{ ...claim, kind: 'endTimer' }])`,
      },
      {
        file: 'server/kernel/timers/timers.ts',
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
        file: 'server/features/checkouts/service.ts',
        find: 'checkoutParticipant(now, {',
        replacement: 'checkoutParticipant((await parts.store.read.checkout(now.id)) ?? now, {',
      },
    ],
  },
  {
    name: 'second-answer-applied',
    says: 'an answer that comes a second time is applied a second time',
    edits: [
      {
        file: 'server/payments/recovery/recovery.ts',
        find: 'const isAwaited = payment !== undefined && waitsForConnector(payment)',
        replacement: 'const isAwaited = payment !== undefined',
      },
      {
        file: 'server/payments/record/outcomes.ts',
        find: 'waitsForConnector(current) && mayEnd',
        replacement: 'mayEnd',
      },
    ],
  },
  {
    name: 'late-approval-not-noted',
    says: 'an approval that comes after its payment has failed is not written down',
    edits: [
      {
        file: 'server/payments/record/review-rules.ts',
        find: `log.error({ paymentId, resultCode }, ALARM)
`,
        replacement: `log.error({ paymentId, resultCode }, ALARM)
  if (payment.version > 0) return payment
`,
      },
    ],
  },
  {
    name: 'not-found-trusted-early',
    says: '"not found" is believed while the operation may still be on its way',
    edits: [
      {
        file: 'server/payments/recovery/recovery-plan.ts',
        find: `if (answer.kind !== 'notFound') return answer`,
        replacement: `if (answer.kind !== 'notFound') return answer
  if (forMs >= 0) return { kind: 'notSent' }`,
      },
    ],
  },
  {
    name: 'age-by-the-wall-clock',
    says: 'how old an intent is, is told by the wall clocks of two processes',
    edits: [
      {
        file: 'server/payments/recovery/recovery.ts',
        find: 'const outcome = outcomeOfInquiry(said, known, connector.maxTransitMs)',
        replacement: `const forMs = parts.clock.of(payment.entityId) - payment.createdAtMs
      const outcome = outcomeOfInquiry(said, { ...known, forMs }, connector.maxTransitMs)`,
      },
    ],
  },
  {
    name: 'sent-long-after-the-intent',
    says: 'a process that stood still sends what another one has given up meanwhile',
    edits: [
      {
        file: 'server/payments/charge/charge.ts',
        find: 'const isTooLate = () => !maySend(parts.clock.monotonic() - handedInAtMs)',
        replacement: 'const isTooLate = () => false',
      },
    ],
  },
  {
    name: 'release-before-its-guard',
    says: 'a reservation is given back before the version of the reference is looked at',
    edits: [
      {
        file: 'server/payments/outcome-rules.ts',
        find: `    { kind: 'stepPayment', id: payment.id, expectedVersion: payment.version, set: step },
    ...steps,`,
        replacement: `    ...steps,
    { kind: 'stepPayment', id: payment.id, expectedVersion: payment.version, set: step },`,
      },
    ],
  },
  {
    name: 'conflict-taken-for-success',
    says: 'an outcome is answered as written although its commit met a conflict',
    edits: [
      {
        file: 'server/payments/record/outcomes.ts',
        find: 'const written = await decideAndCommit<LoadedOutcome, PaymentRow>(parts, {',
        replacement: `const store = {
    commit: (changes) => parts.store.commit(changes).then(() => ({ applied: true })),
  }
  const written = await decideAndCommit({ ...parts, store }, {`,
      },
    ],
  },
  {
    name: 'torn-entry-accepted',
    says: 'the journal takes an entry that was written half for a whole one',
    edits: [
      {
        file: 'simulation/disk.ts',
        find: 'this.#records = this.#records.filter(isWhole)',
        replacement: '',
      },
    ],
  },
  {
    name: 'raised-before-success',
    says: 'a hold is raised as soon as that is asked for, not when it has succeeded',
    edits: [
      {
        file: 'server/payments/references/target-change.ts',
        find: 'return { set: reservedOn(reference, payment), releasedMinor: 0 }',
        replacement: `const achieved = achievedOn(reference, payment)
  return { set: { ...reservedOn(reference, payment), ...achieved }, releasedMinor: 0 }`,
      },
    ],
  },
  {
    name: 'renewal-keeps-the-old-hold',
    says: 'a renewed hold does not take back what was left of the old one',
    edits: [
      {
        file: 'server/payments/record/booking.ts',
        find: 'return { reversedMinor: target.reversedMinor + sign * replacedHoldMinor }',
        replacement: 'return {}',
      },
    ],
  },
  {
    name: 'renewal-gives-too-much-back',
    says: 'a renewal that fails gives back its own amount, not what it had taken of the old hold',
    edits: [
      {
        file: 'server/payments/record/booking.ts',
        find: 'return { ...countedOn(target, payment, -1)',
        replacement:
          'return { ...countedOn(target, { ...payment, replacedHoldMinor: payment.amountMinor }, -1)',
      },
    ],
  },
  {
    name: 'pending-refund-releases',
    says: 'a refund that is pending gives back what it has reserved',
    edits: [
      {
        file: 'server/payments/references/target-change.ts',
        find: `if (state === 'pending' || state === 'taken')
    return wasOpened ? unchanged : changeByIntent(payment, reference)`,
        replacement: `if (state === 'pending' || state === 'taken') {
    if (!wasOpened) return changeByIntent(payment, reference)
    return { set: releasedOn(reference, payment), releasedMinor: 0 }
  }`,
      },
    ],
  },
  {
    name: 'pending-for-ever',
    says: 'nobody looks after a payment once it is pending',
    edits: [
      {
        file: 'server/payments/outcome-rules.ts',
        find: '...(waitUntilMs === undefined ? [] : [beginWait(recorded, waitUntilMs)]),',
        replacement: '',
      },
    ],
  },
  {
    name: 'taken-ends-by-time',
    says: 'what an acquirer has accepted fails when its usual time is over',
    edits: [
      {
        file: 'server/payments/recovery/waits.ts',
        find: `state: 'taken',
    outcomeWhenDue: (answer) => answer,`,
        replacement: `state: 'taken',
    outcomeWhenDue: (answer) => (answer.kind === 'taken' ? EXPIRED : answer),`,
      },
    ],
  },
  {
    name: 'event-before-its-answer-dropped',
    says: 'an event that overtakes the answer of its request is dropped',
    edits: [
      {
        file: 'server/payments/inbox/work-off.ts',
        find: "if (await isOutrun(row, payment, parts)) return { state: 'done', payment }",
        replacement: `if (payment.state === 'intent' || (await isOutrun(row, payment, parts)))
    return { state: 'done', payment }`,
      },
    ],
  },
  {
    name: 'event-counted-twice',
    says: 'a repeated event is taken for another one',
    edits: [
      {
        file: 'server/payments/inbox/event-row.ts',
        find: 'eventId: storedId(event.id),',
        replacement: 'eventId: storedId(event.id + String(receivedAtMs)),',
      },
    ],
  },
  {
    name: 'event-acknowledged-first',
    says: 'an event is acknowledged while it is still being written',
    edits: [
      {
        file: 'server/payments/inbox/intake.ts',
        find: 'const isWritten = await write(accountId, events, dueAt, parts)',
        replacement: `const isWritten = true
      void write(accountId, events, dueAt, parts).catch(() => undefined)`,
      },
    ],
  },
  {
    name: 'end-of-a-hold-dropped',
    says: 'the end of a hold is dropped when it overtakes the success of the hold',
    edits: [
      {
        file: 'server/payments/inbox/work-off.ts',
        find: 'if (payment === undefined || !hasOutcome(payment.state)) return undefined',
        replacement: 'if (payment === undefined) return undefined',
      },
    ],
  },
  {
    name: 'late-failure-opens-twice',
    says: 'a late failure that is told again opens its amount again',
    edits: [
      {
        file: 'server/payments/record/late-failure.ts',
        find: 'failedLaterAtMs === null &&',
        replacement: '(failedLaterAtMs ?? 0) >= 0 &&',
      },
    ],
  },
  {
    name: 'failure-beside-its-success',
    says: 'a failure that is told while the success is being written is dropped',
    edits: [
      {
        file: 'server/payments/recovery/recovery.ts',
        find: 'const late = current && lateWordOf(current, told)',
        replacement: 'const late = isAwaited ? undefined : current && lateWordOf(current, told)',
      },
    ],
  },
  {
    name: 'accepted-hold-counts',
    says: 'a hold counts as soon as its acquirer has accepted it, and no failure takes it back',
    edits: [
      {
        file: 'server/payments/outcome-rules.ts',
        find: "const mayBeDone = payment.paymentType !== 'PA'",
        replacement: 'const mayBeDone = true',
      },
    ],
  },
  {
    name: 'charged-without-its-name',
    says: 'what is made ready is charged before its name is durable',
    edits: [
      {
        file: 'server/payments/charge/charge.ts',
        find: 'const kept = await parts.store.commit([',
        replacement: `const kept = { applied: true }
    void parts.store.commit([`,
      },
    ],
  },
  {
    name: 'replayed-after-its-key',
    says: 'a request is sent again after its acquirer has forgotten its key',
    edits: [
      {
        file: 'server/payments/connectors/held-charges.ts',
        find: 'ageMs >= 0 && ageMs <= keyLivesMs',
        replacement: 'ageMs >= 0 && keyLivesMs > 0',
      },
    ],
  },
  {
    name: 'charge-replayed-for-ever',
    says: 'a charge is sent again when its shopper has long gone',
    edits: [
      {
        file: 'server/payments/connectors/held-charges.ts',
        find: 'monotonic() - sinceMs < CHARGE_REPLAYED_MS && held.size <= MAX_HELD',
        replacement: 'monotonic() >= sinceMs && held.size <= MAX_HELD',
      },
    ],
  },
  {
    name: 'approved-while-voided',
    says: 'an approval is believed that is told after its payment was voided',
    edits: [
      {
        file: 'server/payments/record/outcomes.ts',
        find: 'decision !== undefined || !isVoided(current) || isFailure(outcome)',
        replacement: 'true',
      },
    ],
  },
  {
    name: 'stored-without-success',
    says: 'payment details are stored whatever becomes of the payment',
    edits: [
      {
        file: 'server/features/registrations/storing.ts',
        find: "recorded: (payment) => (payment.state === 'succeeded' ? insertionOf(payment, storage) : []),",
        replacement: 'recorded: (payment) => insertionOf(payment, storage),',
      },
    ],
  },
  {
    name: 'late-success-stores-nothing',
    says: 'payment details are not stored when the success comes late',
    edits: [
      {
        file: 'server/features/registrations/storing.ts',
        find: 'return storeOnSuccess({ ...target, fingerprint, notified })',
        replacement: 'return undefined',
      },
    ],
  },
  {
    name: 'paid-with-a-wiped-number',
    says: 'a payment is written down with a number that was wiped since it was read',
    edits: [
      {
        file: 'server/payments/charge/prepared-payment.ts',
        find: "return neededId === undefined ? [] : [{ kind: 'requireVaultRecord', id: neededId }]",
        replacement: 'return []',
      },
    ],
  },
  {
    name: 'sealed-number-left-behind',
    says: 'a deleted registration leaves its number in the vault',
    edits: [
      {
        file: 'server/features/registrations/rules.ts',
        find: 'return { changes: [...wiped.changes, unsealed], after: wiped.after }',
        replacement: 'return wiped',
      },
    ],
  },
  {
    name: 'declined-number-kept',
    says: 'a payment that fails later keeps its number',
    edits: [
      {
        file: 'server/features/number-retention/number-retention.ts',
        find: "? [{ kind: 'wipeVaultRecord', id: vaultRecordId }]",
        replacement: '? []',
      },
    ],
  },
  {
    name: 'balance-not-given-back',
    says: 'a payment that fails keeps what it took from a gift card',
    edits: [
      {
        file: 'server/features/gift-cards/gift-cards.ts',
        find: `if (state === 'failed') return wasOpened ? amountMinor : 0`,
        replacement: `if (state === 'failed') return 0`,
      },
    ],
  },
  {
    name: 'balance-before-its-guard',
    says: "a gift card's balance is given back before the version of the payment is looked at",
    edits: [
      {
        file: 'server/payments/record/outcome-commit.ts',
        find: 'parts: [own, ...theirs]',
        replacement: 'parts: [...theirs, own]',
      },
    ],
  },
  {
    name: 'parts-not-given-back',
    says: 'a payment that fails keeps what it took from the gift cards of its checkout',
    edits: [
      {
        file: 'server/features/gift-cards/payment-extension.ts',
        find: `      stepTo(part, 'returned', updatedAtMs),
      move(part, part.amountMinor),`,
        replacement: `      stepTo(part, 'returned', updatedAtMs),`,
      },
    ],
  },
  {
    name: 'parts-without-payments',
    says: 'gift cards pay a part of a checkout, and no payment says so',
    edits: [
      {
        file: 'server/features/gift-cards/payment-extension.ts',
        find: 'return [...taken, ...parts.flatMap((part) => payPart(rest, part))]',
        replacement: 'return taken',
      },
    ],
  },
  {
    name: 'parts-taken-with-the-outcome',
    says: 'the gift cards of a checkout are charged with the outcome of its payment, not when it is written down',
    edits: [
      {
        file: 'server/features/gift-cards/payment-extension.ts',
        find: "opened: (rest) => reserve(rest, 'reserved'),\n    recorded,",
        replacement: 'opened: () => [],\n    recorded: (rest) => recorded(rest, false),',
      },
    ],
  },
  {
    name: 'final-capture-strands-the-rest',
    says: 'a FINAL capture closes its hold and leaves the rest of it held',
    edits: [
      {
        file: 'server/payments/references/target-change.ts',
        find: `operation === 'renewal' || (operation === 'capture' && isFinal)`,
        replacement: `operation === 'renewal'`,
      },
    ],
  },
  {
    name: 'closed-hold-opened-late',
    says: 'what comes free on a closed hold can be captured again',
    edits: [
      {
        file: 'server/payments/references/target-change.ts',
        find: '(releasedMinor === 0 || !target.holdClosed)',
        replacement: '(releasedMinor === 0 || target.holdClosed !== undefined)',
      },
    ],
  },
  {
    name: 'released-balance-lost',
    says: 'what a closed hold releases does not come back to its gift card',
    edits: [
      {
        file: 'server/features/gift-cards/gift-cards.ts',
        find: 'move(movedBySettling(payment, wasOpened) + releasedMinor)',
        replacement: 'move(movedBySettling(payment, wasOpened) + 0 * releasedMinor)',
      },
    ],
  },
  {
    name: 'renewal-beside-a-capture',
    says: 'a hold is renewed while a capture of it is under way',
    edits: [
      {
        file: 'server/payments/references/references-under-way.ts',
        find: 'if (first === undefined) return undefined',
        replacement: 'if (first === undefined || first.id !== undefined) return undefined',
      },
    ],
  },
  {
    name: 'challenge-end-believed',
    says: 'a payment is charged because its browser says that the challenge is over',
    edits: [
      {
        file: 'server/features/three-ds/authentication/browser-next.ts',
        find: `case 'challenge':
      return challengeStep(authentication, seen)`,
        replacement: `case 'challenge':
      if (seen.challengeEnded) {
        const believed = { transStatus: 'Y', version: '2.2.0' }
        await parts.end(payment, endOf(row, endByResult(authentication, believed, {}), parts))
      }
      return challengeStep(authentication, seen)`,
      },
      {
        file: 'server/features/three-ds/authentication/browser-next.ts',
        find: `import { isRequestLost } from './time-limits.ts'`,
        replacement: `import { isRequestLost } from './time-limits.ts'
import { endByResult, endOf } from './end.ts'`,
      },
    ],
  },
  {
    name: 'time-out-charged',
    says: 'a payment is charged when the time of its authentication is over',
    edits: [
      {
        file: 'server/features/three-ds/authentication/service.ts',
        find: 'const outOfTime = endOf(authentication.row, endByFailure(OUT_OF_TIME), parts)',
        replacement: `const failed = endByFailure(OUT_OF_TIME)
  const proof = { status: 'Y' }
  const passed = { ...failed, outcome: { kind: 'passed', proof } }
  const outOfTime = endOf(authentication.row, passed, parts)`,
      },
    ],
  },
  {
    name: 'unavailable-charged',
    says: 'a payment is charged without an authentication although its channel says not to',
    edits: [
      {
        file: 'server/features/three-ds/server/result.ts',
        find: `return onUnavailable === 'charge' ? { kind: 'charge' }`,
        replacement: `return onUnavailable !== undefined ? { kind: 'charge' }`,
      },
    ],
  },
  {
    name: 'charged-before-the-authentication',
    says: 'an enrolled card is charged first, and authenticated after a soft decline',
    edits: [
      {
        file: 'server/features/three-ds/authentication/service.ts',
        find: `(policy === 'never' || isDisabled(first.values))`,
        replacement: `policy !== 'always'`,
      },
    ],
  },
  {
    name: 'proof-forgotten',
    says: 'a payment is charged without the proof of its authentication',
    edits: [
      {
        file: 'server/payments/authenticate/authenticated.ts',
        find: '{ ...opened.operation, authentication: ended.proof, afterAuthenticationId }',
        replacement:
          '{ ...opened.operation, authentication: ended.proof && undefined, afterAuthenticationId }',
      },
    ],
  },
  {
    name: 'result-of-an-old-transaction',
    says: 'the result of an old transaction ends the new one',
    edits: [
      {
        file: 'server/payments/authenticate/authenticated.ts',
        find: `if (current.state !== 'authenticating' || current.authenticationId !== end.authenticationId)`,
        replacement: `if (current.state !== 'authenticating')`,
      },
      {
        file: 'server/features/three-ds/authentication/state.ts',
        find: 'if (row === undefined || hasEnded(row)) return undefined',
        replacement: 'if (row === undefined) return undefined',
      },
    ],
  },
  {
    name: 'asked-twice',
    says: 'the directory is asked twice about one transaction',
    edits: [
      {
        file: 'server/features/three-ds/authentication/service.ts',
        find: ' || authentication.row.version > 1',
        replacement: '',
      },
    ],
  },
  {
    name: 'authentication-without-timer',
    says: 'nobody looks after a payment that is being authenticated',
    edits: [
      {
        file: 'server/payments/authenticate/authenticated.ts',
        find: `    beginWait(payment, payment.updatedAtMs + FIRST_LOOK_MS),
`,
        replacement: '',
      },
    ],
  },
  {
    name: 'code-not-wiped',
    says: 'a security code stays sealed after its payment was authenticated',
    edits: [
      {
        file: 'server/payments/authenticate/authenticated.ts',
        find: 'changes: [...changes, wiped]',
        replacement: 'changes: [...changes, ...[wiped].slice(1)]',
      },
    ],
  },
  {
    name: 'code-lost',
    says: 'a security code is not sent after a challenge',
    edits: [
      {
        file: 'server/payments/authenticate/confidential.ts',
        find: `cvv === undefined || instrument.kind !== 'card'`,
        replacement: `cvv !== undefined || instrument.kind !== 'card'`,
      },
    ],
  },
  {
    name: 'code-kept-after-a-soft-decline',
    says: 'a security code is kept after a soft decline',
    edits: [
      {
        file: 'server/features/three-ds/authentication/service.ts',
        find: `    return {
      afterSoftDecline: () => plannedRepetition(payment, known, operation.request, parts),
    }`,
        replacement: `
    return sealSecrets(prepared.payment, operation, parts.vault).then((confidential) => ({
      afterSoftDecline: () => ({
        ...plannedRepetition(payment, known, operation.request, parts),
        confidential,
      }),
    }))`,
      },
    ],
  },
  {
    name: 'code-in-a-row',
    says: 'the row of an authentication holds the security code',
    edits: [
      {
        file: 'server/features/three-ds/authentication/service.ts',
        find: `  const known = {
    version: range.version,`,
        replacement: `  const known = {
    version: range.version,
    cvv: operation.instrument.cvv,`,
      },
    ],
  },
  {
    name: 'pending-told-after-the-outcome',
    says: 'webhooks are told that an outcome is not known without a look whether it is',
    edits: [
      {
        file: 'server/payments/record/outcomes.ts',
        find: `[{ owner: 'payment', changes: [unchanged] }, ...ended]`,
        replacement: `[{ owner: 'payment', changes: [unchanged].slice(1) }, ...ended]`,
      },
    ],
  },
  {
    name: 'late-soft-decline-believed',
    says: 'a soft decline that comes late fails the second charge',
    edits: [
      {
        file: 'server/payments/recovery/recovery.ts',
        find: 'if (payment !== undefined && mayBeOfFirstCharge(payment, outcome)) return',
        replacement: `if (payment?.id === '' && mayBeOfFirstCharge(payment, outcome)) return`,
      },
    ],
  },
  {
    name: 'event-of-a-new-transaction',
    says: 'an authentication that begins anew writes no event',
    edits: [
      {
        file: 'server/features/three-ds/authentication/browser-next.ts',
        find: `    eventOf(after),
    lost.change,
`,
        replacement: `    lost.change,
`,
      },
    ],
  },
  {
    name: 'late-outcome-not-reported',
    says: 'webhooks hear of an outcome only where it comes with the request',
    edits: [
      {
        file: 'server/features/webhooks/notifications.ts',
        find: 'recorded: (payment) => paymentChanges(payment, entity),',
        replacement: `recorded: (payment, wasOpened) => wasOpened ? [] : paymentChanges(payment, entity),`,
      },
    ],
  },
  {
    name: 'event-after-the-commit',
    says: 'what reports a change is written after the commit of the change',
    edits: [
      {
        file: 'server/store/with-commit.ts',
        find: `store.commit(changes).then((result) => {`,
        replacement: `store.commit(changes.filter(({ kind }) => kind !== 'insertNotice')).then(async (result) => {
      const events = changes.filter(({ kind }) => kind === 'insertNotice')
      if (result.applied && events.length > 0) await store.commit(events)`,
      },
    ],
  },
  {
    name: 'lost-answer-counts-as-delivered',
    says: 'a call whose answer does not come counts as delivered',
    edits: [
      {
        file: 'server/features/webhooks/retry-plan.ts',
        find: `    return { isDelivered: false, status: undefined, reason: exchange.reason }`,
        replacement: `    return { isDelivered: exchange.kind === 'lost', status: undefined, reason: exchange.reason }`,
      },
    ],
  },
  {
    name: 'later-event-overtakes',
    says: 'an event does not wait until the earlier one of its payment is delivered',
    edits: [
      {
        file: 'simulation/memory-store/delivery-reads.ts',
        find: '.filter((row) => firstOf(all, row) === row)',
        replacement: '.filter((row) => firstOf(all, row) !== undefined)',
      },
    ],
  },
  {
    name: 'run-outside-the-payment',
    says: 'a schedule is not stepped in the commit that begins the payment of its run',
    edits: [
      {
        file: 'server/features/schedules/runs.ts',
        find: 'opened: (payment) => stepAndTimer(run, { set: begun(payment) }),',
        replacement: 'opened: () => [],',
      },
    ],
  },
  {
    name: 'paused-and-paid',
    says: 'a paused schedule pays its run when that is due',
    edits: [
      {
        file: 'server/features/schedules/runs.ts',
        find: "if (row.state === 'paused') return laterLook(row, timer, nowMs)",
        replacement: '',
      },
      {
        file: 'server/features/schedules/runs.ts',
        find: "if (row?.state !== 'active' || timer?.version",
        replacement: 'if (row === undefined || timer?.version',
      },
    ],
  },
  {
    name: 'run-passed-over',
    says: 'a run that is late is left out, and not made up for',
    edits: [
      {
        file: 'server/features/schedules/runs.ts',
        find: 'if (dueRun(row, nowMs) !== undefined) return pay({ row, timer }, parts)',
        replacement: `if (dueRun(row, nowMs) !== undefined && row.nextRunAtMs < nowMs - 60_000) {
      const set = beginRun(row, dueRun(row, nowMs), { paymentId: null, plan: planOf(requestOf(row)), nowMs })
      const { change, after } = stepSchedule(row, { ...set, runState: 'over' }, nowMs)
      await store.commit([change, moveTimer(timer, after, nowMs)])
      return 'ended'
    }
    if (dueRun(row, nowMs) !== undefined) return pay({ row, timer }, parts)`,
      },
    ],
  },
  {
    name: 'captured-after-the-expiry',
    says: 'a hold is captured, raised and renewed after it has expired',
    edits: [
      {
        file: 'server/payments/rules.ts',
        find: 'if (isForCaptures(request.operation) && hasExpired(target, request.nowMs)) {',
        replacement: 'if (isForCaptures(request.operation) && hasExpired(target, 0)) {',
      },
    ],
  },
  {
    name: 'expiry-from-the-request',
    says: 'the time of a hold begins with its request, although its shopper has decided later',
    edits: [
      {
        file: 'server/payments/outcome-rules.ts',
        find: 'return { bookedAtMs, expiresAtMs: bookedAtMs + expiresAtMs - createdAtMs }',
        replacement: 'return { bookedAtMs }',
      },
    ],
  },
  {
    name: 'open-again-without-timer',
    says: 'nobody looks after a hold of which something is open again',
    edits: [
      {
        file: 'server/payments/outcome-rules.ts',
        find: '    ...openAgain,\n',
        replacement: '',
      },
    ],
  },
  {
    name: 'released-over-and-over',
    says: 'an expired hold is released again each time that its release is declined',
    edits: [
      {
        file: 'server/payments/references/hold-expiry.ts',
        find: "if (expiredAtMs !== null && outcome.operation === 'reversal') return []",
        replacement: '',
      },
    ],
  },
  {
    name: 'chargeback-booked-again',
    says: 'a restated file books its chargebacks once more',
    edits: [
      {
        file: 'operations/settlement/file-writing.ts',
        find: 'const fault = await this.#faultOfRepeated(record, line)',
        replacement: `if (record.type === 'chargeback') {
          record.recordId += '-again'
          fresh.add(record)
          continue
        }
        const fault = await this.#faultOfRepeated(record, line)`,
      },
    ],
  },
  {
    name: 'fee-without-its-counter-posting',
    says: 'a cost is booked out of the balance, and into no account of costs',
    edits: [
      {
        file: 'operations/settlement/journal.ts',
        find: 'amountMinor: fees[kind],',
        replacement: "amountMinor: kind === 'dispute' ? 0 : fees[kind],",
      },
    ],
  },
  {
    name: 'match-lost-in-a-crash',
    says: 'what a line matches is written in a commit of its own, after the line',
    edits: [
      {
        file: 'operations/settlement/file-writing.ts',
        find: 'const committed = this.#parts.store.commit(changes)',
        replacement: `const isMatch = ({ kind }) => kind === 'insertSettlementMatch'
      const { store } = this.#parts
      const committed = store.commit(changes.filter((one) => !isMatch(one))).then((result) =>
        result.applied ? store.commit(changes.filter(isMatch)) : result)`,
      },
    ],
  },
  {
    name: 'chargeback-nobody-hears-of',
    says: 'a file is imported without the timer that tells disputes of its chargebacks',
    edits: [
      {
        file: 'operations/settlement/file-writing.ts',
        find: '...(this.#isToReport ? [chargebackTimer(id, nowMs)] : []),',
        replacement: '',
      },
    ],
  },
  {
    name: 'chargebacks-not-counted',
    says: 'a reversal of a file is believed whatever else files have told of its case',
    edits: [
      {
        file: 'operations/settlement/filed-chargebacks.ts',
        find: "if (match.disputeState !== 'reported') continue",
        replacement: 'continue',
      },
    ],
  },
  {
    name: 'told-again-without-a-step',
    says: 'a line of a file that tells what is known steps no dispute: two lines of a case are decided on without each other',
    edits: [
      {
        file: 'operations/disputes/report-filed.ts',
        find: 'if (step !== undefined && step !== known) return foundWith(step)',
        replacement: 'return foundWith(step ?? known)',
      },
    ],
  },
  {
    name: 'dispute-won-twice',
    says: 'a part that a won dispute gives back is given back again when it is told again',
    edits: [
      {
        file: 'operations/disputes/steps.ts',
        find: 'if (isSameStage && report.isNew !== true && hasEndedSo(dispute, report)) return undefined',
        replacement: '',
      },
    ],
  },
  {
    name: 'early-win-not-believed',
    says: 'a bank that takes its chargeback back while the merchant contests it is not believed',
    edits: [
      {
        file: 'operations/disputes/steps.ts',
        find: 'return isContested && isEnd ? stage : report.stage',
        replacement: 'return report.stage',
      },
    ],
  },
  {
    name: 'part-taken-again-stays',
    says: 'a won dispute gives back only what the bank took last, not the rest of what it took before',
    edits: [
      {
        file: 'operations/disputes/case-money.ts',
        find: 'moved?.minor ?? sumOf(standing))',
        replacement: 'moved?.minor ?? standing.at(-1).leftMinor)',
      },
    ],
  },
  {
    name: 'deadline-comes-back',
    says: 'a deadline that the merchant has met comes back when the bank tells its stage again',
    edits: [
      {
        file: 'operations/disputes/steps.ts',
        find: 'if (before?.submittedStage === stage) return null',
        replacement: '',
      },
    ],
  },
  {
    name: 'deadline-lost-in-a-crash',
    says: 'the timer of a deadline is written in a commit of its own, after the dispute',
    edits: [
      {
        file: 'operations/disputes/commit-step.ts',
        find: '{ notifications }: DisputeParts',
        replacement: '{ notifications, store }: DisputeParts',
      },
      {
        file: 'operations/disputes/commit-step.ts',
        find: 'const own: Change[] = [...changes, ...timerOf(dispute), ...more]',
        replacement: `const own: Change[] = [...changes, ...more]
    void Promise.resolve().then(() => store.commit(timerOf(dispute))).catch(() => undefined)`,
      },
    ],
  },
  {
    name: 'evidence-noted-before-it-is-sent',
    says: 'evidence is written down as sent before it is: a crash in between loses it',
    edits: [
      {
        file: 'operations/disputes/send-evidence.ts',
        find: 'const ended = submission.isAwaited ? await endOf({ ...submission, isRepeated }, parts) : tooLate',
        replacement: `await disputes.endSubmission(submission, { outcome: { kind: 'taken' }, madeBy: 'acquirer', note: '' })
    const ended = submission.isAwaited ? await endOf({ ...submission, isRepeated }, parts) : tooLate`,
      },
    ],
  },
  {
    name: 'unheard-evidence-counts-as-sent',
    says: 'evidence whose answer does not come counts as taken',
    edits: [
      {
        file: 'operations/disputes/send-evidence.ts',
        find: 'if (clock.of(entityId) < givenUpAtMs(submission)) return undefined',
        replacement:
          "if (clock.of(entityId) < givenUpAtMs(submission)) return { outcome: { kind: 'taken' }, madeBy: 'acquirer', note: '' }",
      },
    ],
  },
  {
    name: 'second-person-not-asked',
    says: 'what one person enters of a dispute is booked, however much it moves',
    edits: [
      {
        file: 'operations/disputes/entered.ts',
        find: "request: waits ? { ...request, state: 'waiting', madeId: null } : request",
        replacement: 'request',
      },
    ],
  },
  {
    name: 'allowed-and-still-waiting',
    says: 'what two persons have agreed on is booked, and its request is not marked as made',
    edits: [
      {
        file: 'operations/disputes/entered.ts',
        find: 'loadedOf({ decided }, parts, () => also(request, booked.id))',
        replacement: 'loadedOf({ decided }, parts)',
      },
    ],
  },
]
