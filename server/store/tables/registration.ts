import { flag, optional, sorted, text, time, version, wordOf } from './column.ts'
import { erasing } from './erasing.ts'
import { type RowOf, type StepOf, table } from './table.ts'

/** Payment details that are stored for later payments. */
export const registrations = table({
  name: 'registration',
  key: ['id'],
  columns: {
    /** 32 lowercase hex, time-ordered: the token. */
    id: text,
    /** The channel. */
    entityId: sorted(text),
    /**
     * `active`: can be paid with. `failed`: the payment details were refused; nothing is sealed.
     * `deleted` and `expired`: what was sealed has been wiped.
     */
    state: wordOf<'active' | 'failed' | 'deleted' | 'expired'>(),
    resultCode: text,
    paymentBrand: text,
    /** The sealed account or card number; `null` where nothing is, or is any more, sealed. */
    vaultRecordId: optional(sorted(text)),
    /** Of the vault record, while there is one: finds the same number again. */
    fingerprint: optional(sorted(text)),
    /**
     * Whether its channel keeps each number once: of such registrations there is one active of a
     * channel, brand and fingerprint.
     */
    deduplicated: flag,
    /** The payment that it was made with, if it was. */
    paymentId: optional(sorted(text)),
    /** The merchant's own reference of a stand-alone one, which queries look for. */
    merchantTransactionId: optional(sorted(text)),
    /**
     * JSON text: what the answer shows beside the columns, and the series that are paid with it, with how many
     * payments of each were charged (`features/registrations/series-rules.ts`). Never card data beyond BIN and last four.
     */
    details: text,
    createdAtMs: time,
    updatedAtMs: time,
    /** When it ends by itself. */
    expiresAtMs: time,
    version,
  },
  read: 'registration',
  insert: 'insertRegistration',
  step: {
    kind: 'stepRegistration',
    sets: [
      'state',
      'resultCode',
      'vaultRecordId',
      'fingerprint',
      'details',
      'expiresAtMs',
      'updatedAtMs',
    ],
  },
  writes: {
    /** What is left of its details when its customer is erased. */
    eraseRegistration: erasing('registration', { id: text }, 'details'),
  },
})

export type RegistrationRow = RowOf<typeof registrations>
export type RegistrationState = RegistrationRow['state']
export type RegistrationStep = StepOf<typeof registrations>
