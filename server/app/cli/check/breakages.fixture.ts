import type { SamplePayments } from '../sample-database.fixture.ts'

/** A change by SQL that no constraint would allow, and the line that must report it. */
export interface Breakage {
  readonly name: string
  /** SQL that every engine knows, to be run without constraints and triggers. */
  readonly sql: (of: SamplePayments) => string
  /** The end of at least one finding. */
  readonly found: string
}

const set = (assignment: string, id: string) =>
  `UPDATE payment SET ${assignment} WHERE id = '${id}'`

const setPart = (assignment: string, id: string) =>
  `UPDATE gift_card_part SET ${assignment} WHERE id = '${id}'`

const NOBODY = '8ac7a400000000000000000000000000'

const linkTo = (linked: string, id: string) =>
  `INSERT INTO customer_link (entity_id, name, linked, linked_id)
    VALUES ('none', 'email:jane@shop.example', '${linked}', '${id}')`

const REGISTRATION_COLUMNS = `entity_id, state, result_code, payment_brand, vault_record_id,
  fingerprint, payment_id, details, created_at_ms, updated_at_ms, expires_at_ms, version`

/** At least one for every rule of the check. */
export const breakages: readonly Breakage[] = [
  {
    name: 'a link to a payment of another channel',
    sql: ({ debit }) => linkTo('payment', debit),
    found: 'leads to a payment that is not there or is of another channel',
  },
  {
    name: 'a link to stored details that are not there',
    sql: () => linkTo('registration', NOBODY),
    found: 'leads to stored details that are not there or are of another channel',
  },
  {
    name: 'a negative amount',
    sql: ({ debit }) => set('amount_minor = -1', debit),
    found: 'has an amount that is negative or too large',
  },
  {
    name: 'a hold without a success',
    sql: ({ declined }) => set('authorised_minor = 100', declined),
    found: 'does not hold what its success authorises',
  },
  {
    name: 'a booking of another amount',
    sql: ({ debit }) => set('booked_minor = booked_minor - 1', debit),
    found: 'has not booked what its success moves',
  },
  {
    name: 'captures beyond the hold',
    sql: ({ captured }) => set('captured_minor = 9201, reversed_minor = 0', captured),
    found: 'is captured and reversed beyond what it authorised',
  },
  {
    name: 'refunds beyond the booking',
    sql: ({ debit }) => set('refunded_minor = 9201', debit),
    found: 'is refunded and reversed beyond what it booked',
  },
  {
    name: 'a refunded refund',
    sql: ({ refund }) => set('refunded_minor = 1', refund),
    found: 'is a refund that was refunded',
  },
  {
    name: 'a reversal beside a refund',
    sql: ({ debit }) => set('reversed_minor = 9100', debit),
    found: 'is reversed in part, beside a refund, or although its type cannot be',
  },
  {
    name: 'too many captures',
    sql: ({ captured }) => set('capture_count = 4', captured),
    found: 'is captured more often than it allows',
  },
  {
    name: 'more captures than may ever be allowed',
    sql: ({ captured }) => set('maximum_captures = 99', captured),
    found: 'is captured more often than it allows',
  },
  {
    name: 'a capture that begins a family',
    sql: ({ refund }) => set(`referenced_id = NULL, family_id = '${refund}'`, refund),
    found: 'begins a family with a type that refers, or refers with a type that begins one',
  },
  {
    name: 'a first payment in a family of others',
    sql: ({ debit, closed }) => set(`family_id = '${closed}'`, debit),
    found: 'is not where its family begins, or the other way round',
  },
  {
    name: 'a payment of nobody',
    sql: ({ debit }) => set(`entity_id = '${NOBODY}'`, debit),
    found: 'is named by payments and is no channel',
  },
  {
    name: 'a lost card',
    sql: ({ debit }) => set(`vault_record_id = '${NOBODY}'`, debit),
    found: 'names a vault record that is not there, though no registration has ended since',
  },
  {
    name: 'a number of a declined payment',
    sql: ({ declined, debit }) =>
      `UPDATE vault_record SET sealed = (SELECT v.sealed FROM vault_record v
        JOIN payment p ON p.vault_record_id = v.id WHERE p.id = '${debit}')
      WHERE id = (SELECT vault_record_id FROM payment WHERE id = '${declined}')`,
    found: 'was declined and keeps its number',
  },
  {
    name: 'a number that is kept for ever',
    sql: () => `DELETE FROM timer WHERE kind = 'numberRetention'`,
    found: 'keeps its number, and nothing will delete it',
  },
  {
    name: 'a hold that nobody is told about',
    sql: ({ open }) => `DELETE FROM timer WHERE subject_id = '${open}'`,
    found: 'is a hold whose expiry nothing waits for',
  },
  {
    name: 'a debit that expires',
    sql: ({ debit }) => set('expires_at_ms = 1', debit),
    found: 'expires and holds nothing of its own, or has expired before its time',
  },
  {
    name: 'an expiry before the success',
    sql: ({ declined }) =>
      `INSERT INTO payment_event (payment_id, sequence, kind, at_ms, data)
      SELECT id, version + 1, 'expired', 1, '{}' FROM payment WHERE id = '${declined}'`,
    found: 'has expired, failed later or was decided about, and has not succeeded before',
  },
  {
    name: 'a late failure that no payment books',
    sql: ({ debit }) => set('failed_later_at_ms = 1', debit),
    found: 'has failed later, and no payment of its family books that',
  },
  {
    name: 'a hold that expired too early',
    sql: ({ open }) => set('expired_at_ms = expires_at_ms - 1, version = version + 1', open),
    found: 'expires and holds nothing of its own, or has expired before its time',
  },
  {
    name: 'an expiry that nobody wrote down',
    sql: ({ open }) => set('expired_at_ms = expires_at_ms', open),
    found: 'has expired, and its history does not say so, or the other way round',
  },
  {
    name: 'a timer of a hold that does not expire',
    sql: ({ open }) => set('expires_at_ms = NULL', open),
    found: 'waits for the expiry of a payment that does not expire',
  },
  {
    name: 'an unknown outcome without a timer',
    sql: ({ unknown }) => `DELETE FROM timer WHERE subject_id = '${unknown}'`,
    found: 'waits for an outcome that nobody asks for',
  },
  {
    name: 'a reference to nothing',
    sql: ({ refund }) => set(`referenced_id = '${NOBODY}'`, refund),
    found: 'refers to a payment that is not there',
  },
  {
    name: 'a refund of a hold',
    sql: ({ refund, captured }) => set(`referenced_id = '${captured}'`, refund),
    found: 'refers to a payment of a type that it cannot refer to',
  },
  {
    name: 'a refund of what was declined',
    sql: ({ refund, declined }) => set(`referenced_id = '${declined}'`, refund),
    found: 'refers to a payment that has not succeeded',
  },
  {
    name: 'a refund in another currency',
    sql: ({ refund }) => set(`currency = 'GBP'`, refund),
    found: 'refers to a payment of another family, channel or currency',
  },
  {
    name: 'a capture that was not counted',
    sql: ({ captured }) => set('captured_minor = captured_minor - 1', captured),
    found: 'has not been captured by what its captures add up to',
  },
  {
    name: 'a reversal that was not counted',
    sql: ({ captured }) => set('reversed_minor = 0', captured),
    found: 'has not been reversed by what its reversals and renewals add up to',
  },
  {
    name: 'a lost reservation of a refund under way',
    sql: ({ debit }) => set('refunded_minor = 0', debit),
    found: 'has not been refunded by what its refunds add up to',
  },
  {
    name: 'a closed payment that was opened again',
    sql: ({ closed }) => set('finalised_by = NULL', closed),
    found: 'is a hold that says it was closed and was not, or the other way round',
  },
  {
    name: 'a payment that is closed by a reference of another one',
    sql: ({ closed, refund }) => set(`finalised_by = '${refund}'`, closed),
    found: 'names as its FINAL reference a payment that does not refer to it, or has failed',
  },
  {
    name: 'a capture after the FINAL one',
    sql: ({ capture, closed }) =>
      `${set(`referenced_id = '${closed}', family_id = '${closed}', created_at_ms = created_at_ms + 120000`, capture)}`,
    found: 'has a reference after a FINAL one',
  },
  {
    name: 'a payment without a history',
    sql: ({ debit }) => `DELETE FROM payment_event WHERE payment_id = '${debit}'`,
    found: 'has no events',
  },
  {
    name: 'a gap in the history',
    sql: ({ debit }) =>
      `UPDATE payment_event SET sequence = 4 WHERE payment_id = '${debit}' AND sequence = 2`,
    found: 'has events with a gap between them',
  },
  {
    name: 'a step that nobody wrote down',
    sql: ({ closed }) => set('version = version + 1', closed),
    found: 'has not the version that its events and references have made',
  },
  {
    name: 'a success that was never recorded as one',
    sql: ({ declined }) => set(`state = 'succeeded'`, declined),
    found: 'is in another state than its last event says',
  },
  {
    name: 'a leg of nobody',
    sql: ({ debit }) => `UPDATE posting SET payment_id = '${NOBODY}' WHERE payment_id = '${debit}'`,
    found: 'belongs to a payment that is not there',
  },
  {
    name: 'legs of what was declined',
    sql: ({ debit, declined }) =>
      `UPDATE posting SET payment_id = '${declined}' WHERE payment_id = '${debit}'`,
    found: 'belongs to a payment that has not succeeded',
  },
  {
    name: 'legs of another amount',
    sql: ({ debit }) =>
      `UPDATE posting SET amount_minor = amount_minor * 2 WHERE payment_id = '${debit}'`,
    found: 'has not the amount of its payment',
  },
  {
    name: 'legs of another currency',
    sql: ({ debit }) => `UPDATE posting SET currency = 'GBP' WHERE payment_id = '${debit}'`,
    found: 'has another currency or family than its payment',
  },
  {
    name: 'a leg on a wrong account',
    sql: ({ debit }) =>
      `UPDATE posting SET account = 'merchant' WHERE payment_id = '${debit}' AND amount_minor < 0`,
    found: 'is on the wrong account',
  },
  {
    name: 'a leg that was changed',
    sql: ({ debit }) =>
      `UPDATE posting SET amount_minor = 9201 WHERE payment_id = '${debit}' AND amount_minor > 0`,
    found: 'is one of legs that do not sum to zero',
  },
  {
    name: 'legs that were written twice',
    sql: ({ debit }) =>
      `INSERT INTO posting (family_id, payment_id, account, amount_minor, currency, at_ms)
       SELECT family_id, payment_id, account, amount_minor, currency, at_ms
       FROM posting WHERE payment_id = '${debit}'`,
    found: 'is one of more or fewer than two legs',
  },
  {
    name: 'a currency out of balance',
    sql: ({ debit }) => `DELETE FROM posting WHERE payment_id = '${debit}' AND amount_minor > 0`,
    found: 'posting EUR do not sum to zero',
  },
  {
    name: 'legs that were lost (all together)',
    sql: ({ debit }) => `DELETE FROM posting WHERE payment_id = '${debit}'`,
    found: 'posting in all are not all that payments have moved',
  },
  {
    name: 'legs that were lost',
    sql: ({ debit }) => `DELETE FROM posting WHERE payment_id = '${debit}'`,
    found: 'succeeded and has no postings',
  },
  {
    name: 'a second success of a checkout',
    sql: ({ debit, paidCheckout }) =>
      set(
        `checkout_id = (SELECT p.checkout_id FROM payment p WHERE p.id = '${paidCheckout}')`,
        debit,
      ),
    found: 'is not the only success of its checkout',
  },
  {
    name: 'a checkout that was lost',
    sql: ({ paidCheckout }) => `DELETE FROM checkout WHERE payment_id = '${paidCheckout}'`,
    found: 'belongs to a checkout that is not there',
  },
  {
    name: 'a checkout that forgot its payment',
    sql: ({ paidCheckout }) =>
      `UPDATE checkout SET payment_id = NULL, state = 'open' WHERE payment_id = '${paidCheckout}'`,
    found: 'may have moved money and its checkout names another payment',
  },
  {
    name: 'a checkout with the payment of another',
    sql: ({ paidCheckout, debit }) =>
      `UPDATE checkout SET payment_id = '${debit}' WHERE payment_id = '${paidCheckout}'`,
    found: 'names a payment that is not there or belongs to another checkout',
  },
  {
    name: 'a paid checkout that is open',
    sql: ({ paidCheckout }) =>
      `UPDATE checkout SET state = 'open' WHERE payment_id = '${paidCheckout}'`,
    found: 'is in another state than its payment',
  },
  {
    name: 'a channel below nobody',
    sql: () => `UPDATE entity SET parent_id = '${NOBODY}' WHERE kind = 'channel'`,
    found: 'stands below an entity that is not there',
  },
  {
    name: 'a channel below itself',
    sql: () => `UPDATE entity SET parent_id = id WHERE kind = 'channel'`,
    found: 'stands below an entity of the same or a lower kind',
  },
  {
    name: 'a timer about nothing',
    sql: ({ unknown }) =>
      `UPDATE timer SET subject_id = '${NOBODY}' WHERE subject_id = '${unknown}'`,
    found: 'is about something that is not there',
  },
  {
    name: 'a timer about what has its outcome',
    sql: ({ unknown, debit }) =>
      `UPDATE timer SET subject_id = '${debit}' WHERE subject_id = '${unknown}'`,
    found: 'asks for the outcome of a payment that has one',
  },
  {
    name: 'an answer about a payment that was lost',
    sql: () => `UPDATE idempotency SET payment_id = '${NOBODY}'`,
    found: 'is the payment of an answer and is not there',
  },
  {
    name: 'a raised hold without its increment',
    sql: ({ raised }) => set('authorised_minor = authorised_minor + 1', raised),
    found: 'does not hold what its success authorises',
  },
  {
    name: 'an increment that holds its amount itself',
    sql: ({ increment }) => set('authorised_minor = amount_minor', increment),
    found: 'does not hold what its success authorises',
  },
  {
    name: 'an authorisation that refers to another for nothing',
    sql: ({ increment }) => set(`operation = 'first'`, increment),
    found: 'has another operation than its type and its reference tell',
  },
  {
    name: 'an increment that takes back of its hold',
    sql: ({ increment }) => set('replaced_hold_minor = 1', increment),
    found: 'takes back of a hold and does not renew it',
  },
  {
    name: 'a renewal of a debit',
    sql: ({ renewal, debit }) => set(`referenced_id = '${debit}'`, renewal),
    found: 'refers to a payment of a type that it cannot refer to',
  },
  {
    name: 'a renewal that took nothing back',
    sql: ({ renewal }) =>
      `DELETE FROM posting WHERE payment_id = '${renewal}'
       AND (account = 'reversed' OR (account = 'authorised' AND amount_minor < 0))`,
    found: 'has not been reversed by what its reversals and renewals add up to',
  },
  {
    name: 'a renewal that booked what it took back on a wrong account',
    sql: ({ renewal }) =>
      `UPDATE posting SET account = 'captured' WHERE payment_id = '${renewal}'
       AND account = 'reversed'`,
    found: 'is on the wrong account',
  },
  {
    name: 'legs of a renewal that were written twice',
    sql: ({ renewal }) =>
      `INSERT INTO posting (family_id, payment_id, account, amount_minor, currency, at_ms)
       SELECT family_id, payment_id, account, amount_minor, currency, at_ms
       FROM posting WHERE payment_id = '${renewal}'`,
    found: 'is one of more or fewer than two legs',
  },
  {
    name: 'a hold that was closed and still holds the rest',
    sql: ({ closed }) => set('reversed_minor = 0', closed),
    found: 'is a hold that was closed and holds something',
  },
  {
    name: 'a hold that forgot that it was closed',
    sql: ({ closed }) => set('hold_closed = FALSE', closed),
    found: 'is a hold that says it was closed and was not, or the other way round',
  },
  {
    name: 'a hold that says it was closed',
    sql: ({ renewal }) => set('hold_closed = TRUE', renewal),
    found: 'is a hold that says it was closed and was not, or the other way round',
  },
  {
    name: 'a closed hold whose rest was released nowhere',
    sql: ({ closed }) =>
      `DELETE FROM posting WHERE family_id = '${closed}' AND (account = 'reversed'
       OR (account = 'authorised' AND amount_minor = -6200))`,
    found: 'has not been reversed by what its reversals and renewals add up to',
  },
  {
    name: 'a declined capture of a closed hold that released nothing',
    sql: ({ freed }) => `DELETE FROM posting WHERE payment_id = '${freed}'`,
    found: 'has not been reversed by what its reversals and renewals add up to',
  },
  {
    name: 'a declined capture that released something of an open hold',
    sql: ({ cutShort }) => set('hold_closed = FALSE', cutShort),
    found: 'has released something of a hold that is not closed',
  },
  {
    name: 'a renewed hold that may be captured more often than the old one',
    sql: ({ raised, renewal }) =>
      `UPDATE payment SET maximum_captures = 2 WHERE id = '${raised}' OR id = '${renewal}'`,
    found: 'is a renewed hold that may be captured more often than the old one still could',
  },
  {
    name: 'a rebill of a hold',
    sql: ({ rebill, raised }) => set(`referenced_id = '${raised}'`, rebill),
    found: 'refers to a payment of a type that it cannot refer to',
  },
  {
    name: 'a rebill that booked nothing',
    sql: ({ rebill }) => set('booked_minor = 0', rebill),
    found: 'has not booked what its success moves',
  },
  {
    name: 'a rebill that begins a family',
    sql: ({ rebill }) => set(`referenced_id = NULL, family_id = '${rebill}'`, rebill),
    found: 'begins a family with a type that refers, or refers with a type that begins one',
  },
  {
    name: 'a risk check that moved money',
    sql: ({ debit }) => set(`payment_type = 'RI'`, debit),
    found: 'has not booked what its success moves',
  },
  {
    name: 'an authentication that refers to another payment',
    sql: ({ rebill }) => set(`payment_type = '3D'`, rebill),
    found: 'begins a family with a type that refers, or refers with a type that begins one',
  },
  {
    name: 'an authentication that nobody looks after',
    sql: ({ authenticating }) => `DELETE FROM timer WHERE subject_id = '${authenticating}'`,
    found: 'waits for an outcome that nobody asks for',
  },
  {
    name: 'a timer of an authentication that is over',
    sql: ({ authenticating, authenticated }) =>
      `UPDATE timer SET subject_id = '${authenticated}' WHERE subject_id = '${authenticating}'`,
    found: 'asks for the outcome of a payment that has one',
  },
  {
    name: 'a wait for an authentication that was lost',
    sql: ({ authenticating }) => set(`authentication_id = '${NOBODY}'`, authenticating),
    found: 'waits for an authentication that is not there, is over or is of another payment',
  },
  {
    name: 'a wait for an authentication that is over',
    sql: ({ authenticating }) =>
      `UPDATE authentication SET state = 'passed' WHERE payment_id = '${authenticating}'`,
    found: 'waits for an authentication that is not there, is over or is of another payment',
  },
  {
    name: 'a charge after a failed authentication',
    sql: ({ authenticated }) =>
      `UPDATE authentication SET state = 'failed' WHERE payment_id = '${authenticated}'`,
    found:
      'goes on after an authentication that is not there, has not passed or is of another payment',
  },
  {
    name: 'an authentication of another channel',
    sql: ({ authenticated }) =>
      `UPDATE authentication SET entity_id = '${NOBODY}' WHERE payment_id = '${authenticated}'`,
    found: 'is of a payment that is not there or of another channel',
  },
  {
    name: 'a challenge after the charge',
    sql: ({ authenticated }) =>
      `UPDATE authentication SET state = 'challenge' WHERE payment_id = '${authenticated}'`,
    found: 'has not ended although its payment does not wait for it',
  },
  {
    name: 'a security code that was not wiped',
    sql: ({ authenticating, authenticated }) =>
      `UPDATE confidential SET payment_id = '${authenticated}' WHERE payment_id = '${authenticating}'`,
    found: 'is kept although its payment does not wait for an authentication',
  },
  {
    name: 'a security code of another channel',
    sql: ({ authenticating }) =>
      `UPDATE confidential SET entity_id = '${NOBODY}' WHERE payment_id = '${authenticating}'`,
    found: 'is of another channel than its payment',
  },
  {
    name: 'an authentication that the history calls an intent',
    sql: ({ authenticating }) =>
      `UPDATE payment_event SET kind = 'intent' WHERE payment_id = '${authenticating}'`,
    found: 'is in another state than its last event says',
  },
  {
    name: 'a wait for the shopper that never ends',
    sql: ({ pending }) => `DELETE FROM timer WHERE subject_id = '${pending}'`,
    found: 'waits for an outcome that nobody asks for',
  },
  {
    name: 'a wait for the shopper after a success',
    sql: ({ pending, debit }) =>
      `UPDATE timer SET subject_id = '${debit}' WHERE subject_id = '${pending}'`,
    found: 'asks for the outcome of a payment that has one',
  },
  {
    name: 'a registration without what it stores',
    sql: ({ registration }) =>
      `UPDATE registration SET vault_record_id = '${NOBODY}' WHERE id = '${registration}'`,
    found: 'can be paid with and has no vault record',
  },
  {
    name: 'a registration that names nothing stored',
    sql: ({ registration }) =>
      `UPDATE registration SET vault_record_id = NULL WHERE id = '${registration}'`,
    found: 'can be paid with and has no vault record',
  },
  {
    name: 'a registration of another number',
    sql: ({ registration }) =>
      `UPDATE registration SET fingerprint = 'another' WHERE id = '${registration}'`,
    found: 'has another fingerprint than its vault record, or none',
  },
  {
    name: 'a registration that can be found by no number',
    sql: ({ registration }) =>
      `UPDATE registration SET fingerprint = NULL WHERE id = '${registration}'`,
    found: 'has another fingerprint than its vault record, or none',
  },
  {
    name: 'a deleted registration that keeps its number',
    sql: ({ registration }) =>
      `UPDATE registration SET state = 'deleted' WHERE id = '${registration}'`,
    found: 'cannot be paid with and keeps what was sealed, or its fingerprint',
  },
  {
    name: 'a deleted registration that keeps its fingerprint',
    sql: ({ wiped }) => `UPDATE registration SET fingerprint = 'kept' WHERE id = '${wiped}'`,
    found: 'cannot be paid with and keeps what was sealed, or its fingerprint',
  },
  {
    name: 'a number that is kept once, and twice',
    sql: ({ registration }) => `
      INSERT INTO registration (${REGISTRATION_COLUMNS}, id, deduplicated)
      SELECT ${REGISTRATION_COLUMNS}, ids.id, TRUE
      FROM registration g JOIN (SELECT '${NOBODY}' AS id UNION ALL SELECT '${NOBODY}0') ids
        ON g.id = '${registration}'`,
    found: 'is one of several that can be paid with, of a number that is kept once',
  },
  {
    name: 'a registration that never ends',
    sql: ({ registration }) => `DELETE FROM timer WHERE subject_id = '${registration}'`,
    found: 'can be paid with and has no timer that ends it',
  },
  {
    name: 'a registration of a payment that was declined',
    sql: ({ registration, declined }) =>
      `UPDATE registration SET payment_id = '${declined}' WHERE id = '${registration}'`,
    found: 'names a payment that is not there, has not succeeded or is of another channel',
  },
  {
    name: 'a registration of nobody',
    sql: ({ wiped }) => `UPDATE registration SET entity_id = '${NOBODY}' WHERE id = '${wiped}'`,
    found: 'belongs to an entity that is no channel',
  },
  {
    name: 'a timer that ends a registration twice',
    sql: ({ registration, wiped }) =>
      `UPDATE timer SET subject_id = '${wiped}' WHERE subject_id = '${registration}'`,
    found: 'is to end a registration that has ended',
  },
  {
    name: 'a timer on the clock of somebody else',
    sql: ({ registration }) =>
      `UPDATE timer SET entity_id = '${NOBODY}' WHERE subject_id = '${registration}'`,
    found: 'follows the clock of another channel than what it is about',
  },
  {
    name: 'a schedule that nobody runs',
    sql: ({ schedule }) => `DELETE FROM timer WHERE subject_id = '${schedule}'`,
    found: 'goes on and has no timer of its next work',
  },
  {
    name: 'a timer of a schedule that was replaced',
    sql: ({ schedule, replaced }) =>
      `UPDATE timer SET subject_id = '${replaced}' WHERE subject_id = '${schedule}'`,
    found: 'is to pay for a schedule that has ended',
  },
  {
    name: 'a schedule whose timer is late',
    sql: ({ schedule }) => `UPDATE schedule SET next_run_at_ms = 1 WHERE id = '${schedule}'`,
    found: 'is due before its timer',
  },
  {
    name: 'a schedule that ended and has runs to come',
    sql: ({ schedule }) => `UPDATE schedule SET state = 'ended' WHERE id = '${schedule}'`,
    found: 'has ended and has a run to come',
  },
  {
    name: 'a schedule with no run to come',
    sql: ({ schedule }) => `UPDATE schedule SET next_run_at_ms = NULL WHERE id = '${schedule}'`,
    found: 'is active and has nothing to wait for',
  },
  {
    name: 'two active plans of a chain',
    sql: ({ replaced }) => `UPDATE schedule SET state = 'active' WHERE id = '${replaced}'`,
    found: 'is one of several plans of its chain that go on',
  },
  {
    name: 'a schedule that nobody has paused',
    sql: ({ schedule }) => `UPDATE schedule SET state = 'paused' WHERE id = '${schedule}'`,
    found: 'is paused without a reason, or has one and is not paused',
  },
  {
    name: 'a paused schedule that pays again',
    sql: ({ schedule }) =>
      `UPDATE schedule SET state = 'paused', pause_reason = 'merchant', retry_at_ms = 1
        WHERE id = '${schedule}'`,
    found: 'waits to be paid again while it is paused',
  },
  {
    name: 'a schedule of nothing stored',
    sql: ({ schedule }) =>
      `UPDATE schedule SET registration_id = '${NOBODY}' WHERE id = '${schedule}'`,
    found: 'pays with a registration that is not there or is of another channel',
  },
  {
    name: 'a schedule whose payment was lost',
    sql: ({ schedule }) =>
      `UPDATE schedule SET last_payment_id = '${NOBODY}' WHERE id = '${schedule}'`,
    found: 'names a payment that is not there or is of another channel',
  },
  {
    name: 'a run that is over and was never paid',
    sql: ({ schedule }) =>
      `UPDATE schedule SET run_state = 'waiting', last_payment_id = NULL WHERE id = '${schedule}'`,
    found: 'waits for a payment that it does not name',
  },
  {
    name: 'a checkout whose registration was lost',
    sql: ({ registration }) =>
      `UPDATE checkout SET registration_id = '${NOBODY}' WHERE registration_id = '${registration}'`,
    found: 'names a registration that is not there or belongs to another channel',
  },
  {
    name: 'a checkout that is open although it has stored',
    sql: ({ registration }) =>
      `UPDATE checkout SET state = 'open' WHERE registration_id = '${registration}'`,
    found: 'is in another state than its registration',
  },
  {
    name: 'a checkout that is done although nothing was stored',
    sql: () => `UPDATE checkout SET state = 'done'
      WHERE registration_id IN (SELECT id FROM registration WHERE state = 'failed')`,
    found: 'is in another state than its registration',
  },
  {
    name: 'a gift card with more than it was issued with',
    sql: () => 'UPDATE gift_card SET balance_minor = issued_minor + 1',
    found: 'has a balance below zero or beyond what it was issued with',
  },
  {
    name: 'a reserved part that is still on its gift card',
    sql: ({ reservedPart }) => `UPDATE gift_card SET balance_minor = issued_minor
      WHERE id = (SELECT gift_card_id FROM gift_card_part WHERE id = '${reservedPart}')`,
    found: 'still has on its balance what is reserved of it',
  },
  {
    name: 'a gift card part of nothing',
    sql: ({ paidPart }) => setPart(`payment_id = '${NOBODY}'`, paidPart),
    found: 'is of a payment or a gift card that is not there or has another currency',
  },
  {
    name: 'a gift card part that was forgotten when the rest was paid',
    sql: ({ paidPart }) => setPart(`state = 'reserved'`, paidPart),
    found: 'is in another state than the payment of the rest',
  },
  {
    name: 'a gift card part of another amount than its payment',
    sql: ({ paidPart }) => setPart('amount_minor = amount_minor - 1', paidPart),
    found: 'is paid and its own payment is not there or does not fit it',
  },
  {
    name: 'a gift card part that was charged without the rest',
    sql: ({ reservedPart, debit }) => setPart(`id = '${debit}'`, reservedPart),
    found: 'is not paid and has a payment of its own',
  },
  {
    name: 'a gift card that owes',
    sql: () => 'UPDATE gift_card SET balance_minor = -1',
    found: 'has a balance below zero or beyond what it was issued with',
  },
  {
    name: 'a quota that let too much through',
    sql: () => 'UPDATE quota SET used = most + 1',
    found: 'is used less than zero times or above its limit',
  },
  {
    name: 'a token with a scope that there is not',
    sql: () => `UPDATE access_token SET scopes = 'read write'`,
    found: 'has no scope, or one that there is not: it is refused',
  },
  {
    name: 'a token that was made after its end',
    sql: () => 'UPDATE access_token SET expires_at_ms = created_at_ms',
    found: 'ended before it was made',
  },
  {
    name: 'a sighting of nothing',
    sql: () => `UPDATE sighting SET payment_id = '${NOBODY}'`,
    found: 'is of a payment that is not there or of another channel',
  },
  {
    name: 'a reference of a provider to nothing',
    sql: () => referenceTo(NOBODY, 'simulator'),
    found: 'names a payment that is not there',
  },
  {
    name: 'a reference of a provider that did not take the payment',
    sql: ({ debit }) => referenceTo(debit, 'gateway:1'),
    found: 'names a payment of another connector',
  },
  {
    name: 'an event of an acquirer that nobody works off',
    sql: () => eventIs('waiting', 'NULL'),
    found: 'waits to be worked off and has no timer',
  },
  {
    name: 'an event of an acquirer about nothing',
    sql: () => eventIs('done', `'${NOBODY}'`),
    found: 'names a payment that is not there',
  },
  {
    name: 'an event of an acquirer that did not take the payment',
    sql: ({ debit }) => eventIs('done', `'${debit}'`),
    found: 'names a payment of another connector',
  },
  {
    name: 'a webhook of nobody',
    sql: () => webhookIs({ entityId: NOBODY, state: 'active', secrets: '' }),
    found: 'belongs to an entity that is not there',
  },
  {
    name: 'a deleted webhook with secrets',
    sql: () => webhookIs({ entityId: NOBODY, state: 'deleted', secrets: 'sealed' }),
    found: 'keeps its secrets although it is deleted',
  },
  {
    name: 'a notice for a webhook that was lost',
    sql: ({ debit }) => noticeOf(debit),
    found: 'is for a webhook that is not there',
  },
  {
    name: 'a notice of nothing',
    sql: () => noticeOf(NOBODY),
    found: 'is of a payment that is not there or of another channel',
  },
  {
    name: 'a delivery to a webhook that was lost',
    sql: ({ debit }) => deliveryOf(debit, { webhookId: `'${NOBODY}'` }),
    found: 'goes to a webhook that is not there',
  },
  {
    name: 'a delivery to no receiver',
    sql: ({ debit }) => deliveryOf(debit, { url: 'NULL' }),
    found: 'goes to no webhook and no address, or to both',
  },
  {
    name: 'a delivery in the queue of another webhook',
    sql: ({ debit }) => deliveryOf(debit, { webhookId: `'${NOBODY}'`, url: 'NULL' }),
    found: 'waits in a queue of another webhook',
  },
  {
    name: 'a delivery about nothing',
    sql: () => deliveryOf(NOBODY),
    found: 'reports a payment that is not there or of another channel',
  },
  {
    name: 'a delivery whose attempts were lost',
    sql: ({ debit }) => deliveryOf(debit, { attempts: 2 }),
    found: 'has another number of attempts than were written down',
  },
  {
    name: 'a delivery that was never sent',
    sql: ({ debit }) => deliveryOf(debit, { state: 'delivered' }),
    found:
      'counts as delivered although no call was made, or waits after more calls than there are',
  },
  {
    name: 'an attempt of nothing',
    sql: () => `INSERT INTO delivery_attempt (delivery_id, attempt, at_ms, ended_at_ms)
      VALUES ('${NOBODY}', 1, 1, 1)`,
    found: 'is of a delivery that is not there',
  },
  {
    name: 'a chargeback that its payment does not count',
    sql: ({ disputed }) =>
      `UPDATE payment SET charged_back_minor = 0
      WHERE id = (SELECT payment_id FROM dispute WHERE id = '${disputed}')`,
    found: 'has not been charged back by what its chargebacks add up to',
  },
  {
    name: 'a dispute of another channel',
    sql: ({ disputed }) => setDispute(`entity_id = '${NOBODY}'`, disputed),
    found: 'is about a payment that is not there, or of another channel or family',
  },
  {
    name: 'a dispute that is kept for another payment',
    sql: ({ disputed }) => setDispute(`case_payment_id = '${NOBODY}'`, disputed),
    found: 'is kept for the case of another payment than its own',
  },
  {
    name: 'a chargeback that is none',
    sql: ({ disputed, debit }) => setDispute(`chargeback_id = '${debit}'`, disputed),
    found: 'names as its chargeback what is none of its payment',
  },
  {
    name: 'a dispute that is won and keeps its chargeback',
    sql: ({ disputed }) => setDispute(`outcome = 'won'`, disputed),
    found: 'has a chargeback of which not as much is given back as its outcome says',
  },
  {
    name: 'a dispute that is lost and has no chargeback',
    sql: ({ disputed }) => setDispute(`outcome = 'lost', chargeback_id = NULL`, disputed),
    found: 'has not the money where it says',
  },
  {
    name: 'a chargeback without its time',
    sql: ({ disputed }) => setDispute('charged_at_ms = NULL', disputed),
    found: 'does not say when its money was taken, or says so although it never was',
  },
  {
    name: 'a deadline that nobody looks at',
    sql: ({ disputed }) => `DELETE FROM timer WHERE subject_id = '${disputed}'`,
    found: 'has a deadline without a timer, or a timer without a deadline',
  },
  {
    name: 'a step of a dispute without an event',
    sql: ({ disputed }) => setDispute('version = version + 1', disputed),
    found: 'has not the version that its events have made',
  },
  {
    name: 'an event of a dispute that is not there',
    sql: () => `INSERT INTO dispute_event
        (dispute_id, sequence, kind, stage, made_by, note, booked_count, at_ms)
      VALUES ('${NOBODY}', 1, 'opened', 'inquiry', 'acquirer', '', 0, 1)`,
    found: 'is of a dispute that is not there',
  },
  {
    name: 'a card number under a key that is destroyed',
    sql: () => `UPDATE vault_record SET sealed = 'aaaaaaaaaaaa.sealed' WHERE sealed <> ''`,
    found: 'has a card number that does not open, because its key is destroyed',
  },
  {
    name: 'an entry of the audit log whose earlier one is gone',
    sql: () => `INSERT INTO audit_entry (root_id, sequence, at_ms, entity_id, actor, action, request,
        result, facts, previous_hash, hash)
      VALUES ('installation', 2, 1, 'installation', 'x', 'x', 'x', 'asked', '[]', 'aa', 'bb')`,
    found: 'follows on an entry of the audit log that is not there, or was changed',
  },
  {
    name: 'a cost without its counter-posting',
    sql: () => `DELETE FROM journal_posting WHERE account = 'fees.scheme'`,
    found: 'has legs that do not sum to zero in each currency',
  },
  {
    name: 'a journal entry without legs',
    sql: () => 'DELETE FROM journal_posting',
    found: 'has no legs',
  },
  {
    name: 'a journal entry of a lost batch',
    sql: () => 'DELETE FROM settlement_batch',
    found: 'books a batch that is not there',
  },
  {
    name: 'a settlement line that was lost',
    sql: ({ settlementFile }) => lineOf(settlementFile, 'DELETE FROM settlement_line'),
    found: 'has other lines than it counts, or sums that are not theirs',
  },
  {
    name: 'a ledger that says something else than the lines',
    sql: () => `UPDATE journal_posting SET amount_minor = 2 * amount_minor`,
    found: 'is booked in the ledger with other amounts than its lines have',
  },
  {
    name: 'a payout that never reached the bank',
    sql: () => `UPDATE journal_posting SET account = 'reserve' WHERE account = 'bank'`,
    found: 'has paid out something else than what was booked into the bank',
  },
  {
    name: 'a payout of another amount',
    sql: () => 'UPDATE settlement_batch SET paid_minor = paid_minor + 1',
    found: 'has a payout that its lines do not sum to, and is not flagged',
  },
  {
    name: 'a batch of a file that is being imported',
    sql: () => `UPDATE settlement_file SET state = 'importing'`,
    found: 'is of a file that is not imported',
  },
  {
    name: 'a batch of another merchant',
    sql: () => `UPDATE settlement_batch SET entity_id = '${NOBODY}'`,
    found: 'is of an account of another entity',
  },
  {
    name: 'a settlement line of no batch',
    sql: ({ settlementFile }) =>
      lineOf(settlementFile, `UPDATE settlement_line SET batch_id = batch_id || 'x'`),
    found: 'is of no file, or of an imported file and of no batch of it',
  },
  {
    name: 'lines of an import that was given up',
    sql: () => `UPDATE settlement_file SET state = 'removed'`,
    found: 'was left by an import that was given up: run tillgate settlement remove',
  },
  {
    name: 'a settlement line of another account',
    sql: ({ settlementFile }) =>
      lineOf(settlementFile, `UPDATE settlement_line SET account_id = 'other'`),
    found: 'is of another account or currency than its batch',
  },
  {
    name: 'a cost that is missing in the net amount',
    sql: ({ settlementFile }) =>
      lineOf(settlementFile, 'UPDATE settlement_line SET markup_minor = markup_minor + 1'),
    found: 'has a net amount that is not the gross amount without costs',
  },
  {
    name: 'a match that was lost',
    sql: () => 'DELETE FROM settlement_match',
    found: 'has other matches than its state says',
  },
  {
    name: 'a match of a lost line',
    sql: () => 'UPDATE settlement_match SET position = 99',
    found: 'is of a line that is not there',
  },
  {
    name: 'a match with a lost payment',
    sql: () => `UPDATE settlement_match SET payment_id = '${NOBODY}'`,
    found: 'names a payment that is not there',
  },
  {
    name: 'a match of another type',
    sql: () => `UPDATE settlement_match SET type = 'chargeback'`,
    found: 'has another type or currency than its line',
  },
  {
    name: 'a chargeback of a lost dispute',
    sql: () => `UPDATE settlement_match SET dispute_state = 'reported', dispute_id = '${NOBODY}'`,
    found: 'names a dispute that is not there, or of another payment',
  },
  {
    name: 'a chargeback without its timer',
    sql: () => `UPDATE settlement_match SET dispute_state = 'due'`,
    found: 'is of a chargeback that no dispute will hear of',
  },
  {
    name: 'a sum of no payments',
    sql: () => sumOf('hour'),
    found: 'has not the number of its payments, or not their sum',
  },
  {
    name: 'a sum that the ledger does not have',
    sql: () => sumOf('hour', 'CD'),
    found: 'does not fit the postings of its hour',
  },
  {
    name: 'a day of no hours',
    sql: () => sumOf('day'),
    found: 'is not what its hours are together',
  },
  {
    name: 'payments that no sum has',
    sql: () => `INSERT INTO payment_sum_progress (id, until_ms, version)
      SELECT entity_id, max(created_at_ms), 1 FROM payment GROUP BY entity_id`,
    found: 'is missing for payments of an hour that is summed',
  },
  {
    name: 'cards of no payments',
    sql: () => cardSumOf('hour'),
    found: 'has not the number of its payments',
  },
  {
    name: 'a day of cards of no hours',
    sql: () => cardSumOf('day'),
    found: 'is not what its hours are together',
  },
  {
    name: 'payments whose cards no sum has',
    sql: () => `INSERT INTO payment_card_sum_progress (id, until_ms, version)
      SELECT entity_id, max(created_at_ms), 1 FROM payment GROUP BY entity_id`,
    found: 'is missing for payments of an hour that is summed',
  },
]

function cardSumOf(span: 'hour' | 'day'): string {
  return `INSERT INTO payment_card_sum (id, entity_id, span, span_ms, kind, value, currency, state,
      result_code, payment_count, version)
    VALUES ('cards of nothing ${span}', '${NOBODY}', '${span}', 0, 'country', 'DE', 'EUR',
      'succeeded', '000.100.110', 1, 1)`
}

function sumOf(span: 'hour' | 'day', type = 'DB'): string {
  return `INSERT INTO payment_sum (id, entity_id, span, span_ms, payment_type, operation, state,
      result_code, payment_brand, currency, authentication, payment_count, amount_minor,
      version)
    VALUES ('of nothing ${span} ${type}', '${NOBODY}', '${span}', 0, '${type}', 'first', 'succeeded', '000.100.110',
      'VISA', 'EUR', '', ${span === 'day' ? 2 : 1}, 9200, 1)`
}

/** Changes the line about the payment. */
function lineOf(fileId: string, sql: string): string {
  return `${sql} WHERE batch_id = '${fileId}-00001' AND position = 1`
}

function setDispute(assignment: string, id: string): string {
  return `UPDATE dispute SET ${assignment} WHERE id = '${id}'`
}

function referenceTo(paymentId: string, connector: string): string {
  return `INSERT INTO provider_reference (value, kind, connector, payment_id, created_at_ms)
    VALUES ('pay_1', 'payment', '${connector}', '${paymentId}', 1)`
}

function eventIs(state: string, paymentId: string): string {
  return `INSERT INTO acquirer_event
      (connector, event_id, kind, name, received_at_ms, payment_id, event, state)
    VALUES ('gateway:1', 'evt_1', 'outcome', 'payment', 1, ${paymentId}, '{}', '${state}')`
}

function webhookIs(of: {
  readonly entityId: string
  readonly state: string
  readonly secrets: string
}): string {
  return `INSERT INTO webhook (id, entity_id, url, format, wrapper, types, fields, state,
      sealed_secrets, created_at_ms, updated_at_ms, version)
    VALUES ('${NOBODY}', '${of.entityId}', 'https://shop.example', 'signed', 'none', '[]', 'ALL',
      '${of.state}', '${of.secrets}', 1, 1, 1)`
}

function noticeOf(paymentId: string): string {
  return `INSERT INTO notice (webhook_id, order_key, subject_id, sequence, id, type, entity_id,
      due_at_ms, created_at_ms)
    VALUES ('${NOBODY}', '${paymentId}', '${paymentId}', 1, '${NOBODY}', 'PAYMENT',
      coalesce((SELECT entity_id FROM payment WHERE id = '${paymentId}'), 'none'), 1, 1)`
}

function deliveryOf(
  paymentId: string,
  { webhookId = 'NULL', url = `'https://shop.example'`, state = 'waiting', attempts = 0 } = {},
): string {
  return `INSERT INTO delivery (id, webhook_id, queue, url, kind, type, entity_id, order_key,
      subject_id, sequence, state, due_at_ms, attempts, retries, created_at_ms, updated_at_ms, version)
    VALUES ('${NOBODY}', ${webhookId}, 'https://shop.example', ${url}, 'webhook', 'PAYMENT',
      coalesce((SELECT entity_id FROM payment WHERE id = '${paymentId}'), 'none'), '${paymentId}',
      '${paymentId}', 1, '${state}', 1, ${attempts}, 0, 1, 1, 1)`
}
