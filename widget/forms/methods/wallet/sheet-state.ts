import { simulatedWalletCards } from '../../../../common/simulated-wallet-cards.ts'
import type { FormKit } from '../../form-kit.ts'
import type { FormShell } from '../../shell/form-shell.ts'
import {
  askAboutChange,
  asksOf,
  contentAtStart,
  hearsChange,
  type SheetChange,
  type ShippingMethod,
} from './sheet-changes.ts'
import { providerContact, redacted, simulatedContacts } from './simulated-contacts.ts'
import {
  type Members,
  merchantOf,
  textOf,
  type Wallet,
  walletOptions,
  wants,
} from './wallet-options.ts'
import { authorisePayment, type ConfirmedPayment, readAmount } from './wallet-payment.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { shownMoney, signal } = __TILLGATE_KIT__

export type SheetState = ReturnType<typeof createSheetState>

/** What the shopper has chosen in the simulated sheet, and what the page says to it. */
export function createSheetState(form: FormShell, wallet: Wallet) {
  const options = walletOptions(form, wallet)
  const { content, isAsking, faults, tell } = createPageTalk(form, wallet, options)
  const asks = asksOf(wallet, options, content.value)
  let card: keyof typeof simulatedWalletCards = 'visa'
  let [contact] = simulatedContacts
  const methodId = signal('')
  const method = (): ShippingMethod | undefined => {
    const { methods } = content.value
    return methods.find(({ id }) => id === methodId.value) ?? methods[0]
  }

  const contactChange = () =>
    ({ kind: 'contact', contact: redacted(contact) as Members }) satisfies SheetChange
  const cardChange = () =>
    ({ kind: 'card', card: { displayName: simulatedWalletCards[card] } }) satisfies SheetChange

  const mayConfirm = () => {
    const { payment: _, ...lasting } = faults.value
    return !isAsking.value && Object.values(lasting).flat().length === 0
  }

  return {
    content,
    /** Why the page does not accept what the shopper has chosen; an empty one has no text. */
    errors: () => Object.values(faults.value).flat(),
    isAsking,
    asks,
    mayConfirm,
    method,
    merchant: merchantOf(options),
    coupon: textOf(options.couponCode) ?? '',
    /** Wallets tell the page what is chosen when their sheet opens. */
    async open(): Promise<void> {
      await tell(cardChange())
      if (asks.contact) await tell(contactChange())
    },
    chooseCard(name: string) {
      card = name as typeof card
      void tell(cardChange())
    },
    chooseContact(index: number) {
      contact = simulatedContacts[index] ?? simulatedContacts[0]
      void tell(contactChange())
    },
    chooseMethod(id: string) {
      methodId.value = id
      const chosen = method()
      if (chosen !== undefined) void tell({ kind: 'method', method: chosen })
    },
    enterCoupon: (code: string) => void tell({ kind: 'coupon', code }),
    /** The shopper confirms: the page may agree, refuse, or name what he can mend. */
    async confirm(agreed: (confirmed: ConfirmedPayment) => void, refused: () => void) {
      if (!mayConfirm()) return
      isAsking.value = true
      try {
        const shown = shownMoney(form)
        const paymentToken = await fetchToken(form, wallet, card)
        const details = paymentDetails(wallet, options, { contact, method: method(), paymentToken })
        const order = { paymentToken, details, shown }
        const { verdict, confirmed } = await authorisePayment(form, wallet, order)
        if (verdict.kind === 'authorised') agreed(confirmed)
        if (verdict.kind === 'refused') refused()
        if (verdict.kind === 'faulty') faults.value = { payment: verdict.errors }
      } finally {
        isAsking.value = false
      }
    },
  }
}

/** What the page hears of the shopper's choices, and what it answers. */
function createPageTalk(form: FormShell, wallet: Wallet, options: Members) {
  const content = signal(contentAtStart(wallet, options))
  const isAsking = signal(false)
  /** Texts by what they are about; a payment that the page refuses may be tried again at once. */
  const faults = signal<
    Readonly<Partial<Record<SheetChange['kind'] | 'payment', readonly string[]>>>
  >({})
  let waiting = 0
  let told = Promise.resolve()

  /** Changes are told one after the other, and each answer counts. */
  function tell(change: SheetChange): Promise<void> {
    faults.value = { ...faults.value, payment: [] }
    if (!hearsChange(wallet, options, change)) return told
    waiting++
    isAsking.value = true
    told = told.then(async () => {
      const { errors, ...update } = await askAboutChange(wallet, options, change)
      await readAmount(form)
      content.value = { ...content.value, ...update }
      faults.value = { ...faults.value, [change.kind]: errors }
      waiting--
      isAsking.value = waiting > 0
    })
    return told
  }

  return { content, isAsking, faults, tell }
}

interface Chosen {
  readonly contact: (typeof simulatedContacts)[0]
  readonly method: ShippingMethod | undefined
  readonly paymentToken: string
}

/** What `onPaymentAuthorized` gets, in the shape of the wallet's provider: addresses where the page asks for them. */
function paymentDetails(
  wallet: Wallet,
  options: Members,
  { contact, method, paymentToken }: Chosen,
): Members {
  const wanted = (name: string) => wants(options, name)
  const asked = (fields: unknown) => Array.isArray(fields) && fields.length > 0
  const address = providerContact(wallet, contact)
  if (wallet === 'googlePay') {
    const isBilling = options.billingAddressRequired === true || wanted('billing')
    const isShipping = options.shippingAddressRequired === true || wanted('shipping')
    return {
      paymentMethodData: {
        type: 'CARD',
        tokenizationData: { type: 'PAYMENT_GATEWAY', token: paymentToken },
        info: { ...(isBilling && { billingAddress: address }) },
      },
      ...((options.emailRequired === true || wanted('customer')) && {
        email: contact.emailAddress,
      }),
      ...(isShipping && { shippingAddress: address }),
      ...(method && { shippingOptionData: { id: method.id } }),
    }
  }
  const isBilling = asked(options.requiredBillingContactFields) || wanted('billing')
  const isShipping =
    asked(options.requiredShippingContactFields) || wanted('shipping') || wanted('customer')
  return {
    token: { paymentData: paymentToken },
    ...(isBilling && { billingContact: address }),
    ...(isShipping && { shippingContact: address }),
    ...(method && { shippingMethod: { ...method, identifier: method.id } }),
  }
}

async function fetchToken(form: FormShell, wallet: Wallet, card: string): Promise<string> {
  const { base, checkoutId } = form.checkout.boot
  const { amount = '', currency = '' } = shownMoney(form)
  const query = new URLSearchParams({
    checkoutId: checkoutId ?? '',
    wallet,
    card,
    amount,
    currency,
  })
  const address = `${base}/test/wallet-sheet-token?${query}`
  const answer = await fetch(address, { method: 'POST', credentials: 'omit' })
  const { paymentToken } = (await answer.json()) as { readonly paymentToken?: string }
  if (paymentToken === undefined) throw new Error('The simulated wallet has no token')
  return paymentToken
}
