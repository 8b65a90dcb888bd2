/** What people change, in the words of the table below. */
export type Action = keyof typeof ACTIONS

/** A request that changes something, and the right that it needs; `own`: what is one's own needs none. */
export interface Facts {
  readonly request: `${'POST' | 'DELETE'} /${string}`
  readonly right: string
  /** Asked for besides, because of what is sent or what it is about. */
  readonly further?: string
}

/**
 * Everything that pages change. Buttons ask `mayDo`, and a request that is missing here is not sent: it fails with
 * its own words. A test compares the rights with those of the gateway's routes.
 */
export const ACTIONS = {
  'payment.operate': { request: 'POST /payments/{id}/operations', right: 'payments.move' },
  'receipt.mail': { request: 'POST /payments/{id}/receipt', right: 'customers.write' },
  'payment.resolve': { request: 'POST /payments/{id}/resolution', right: 'payments.resolve' },
  'payment.review': { request: 'POST /payments/{id}/review', right: 'payments.resolve' },
  'payment.block': { request: 'POST /payments/{id}/block', right: 'customers.write' },
  'request.decide': { request: 'POST /requests/{id}/decision', right: 'payments.approve' },
  'dispute.evidence': { request: 'POST /disputes/{id}/evidence', right: 'disputes.answer' },
  'dispute.removeDocument': {
    request: 'DELETE /disputes/{id}/documents/{documentId}',
    right: 'disputes.answer',
  },
  'dispute.contest': { request: 'POST /disputes/{id}/submission', right: 'disputes.answer' },
  'dispute.accept': { request: 'POST /disputes/{id}/acceptance', right: 'disputes.answer' },
  'settlement.import': { request: 'POST /settlement/files', right: 'finance.write' },
  'settlement.match': { request: 'POST /settlement/lines/{id}/match', right: 'finance.write' },
  'details.delete': { request: 'DELETE /registrations/{id}', right: 'customers.write' },
  'schedule.pause': { request: 'POST /schedules/{id}/pause', right: 'customers.write' },
  'schedule.resume': { request: 'POST /schedules/{id}/resume', right: 'customers.write' },
  'schedule.stop': { request: 'POST /schedules/{id}/deschedule', right: 'customers.write' },
  'note.write': { request: 'POST /notes', right: 'notes.write' },
  'subscription.retry': { request: 'POST /subscriptions/{id}/retry', right: 'payments.move' },
  'subscription.card': { request: 'POST /subscriptions/{id}/card', right: 'payments.move' },
  'subscription.amount': { request: 'POST /subscriptions/{id}/amount', right: 'payments.move' },
  'block.remove': { request: 'DELETE /blocks/{id}', right: 'customers.write' },
  'webhook.create': { request: 'POST /webhooks', right: 'webhooks.write' },
  'webhook.delete': { request: 'DELETE /webhooks/{id}', right: 'webhooks.write' },
  'webhook.test': { request: 'POST /webhooks/{id}/test', right: 'webhooks.write' },
  'webhook.rotate': { request: 'POST /webhooks/{id}/rotate', right: 'webhooks.write' },
  'webhook.replay': { request: 'POST /webhooks/{id}/replay', right: 'webhooks.write' },
  'account.create': { request: 'POST /connector-accounts', right: 'entities.write' },
  'account.change': { request: 'POST /connector-accounts/{id}', right: 'entities.write' },
  'account.rotate': {
    request: 'POST /connector-accounts/{id}/credentials',
    right: 'entities.write',
  },
  'entity.create': { request: 'POST /entities', right: 'entities.write' },
  'entity.change': { request: 'POST /entities/{id}', right: 'entities.write' },
  'entity.changeLimit': {
    request: 'POST /entities/{id}',
    right: 'entities.write',
    further: 'limits.write',
  },
  'token.create': { request: 'POST /entities/{id}/tokens', right: 'tokens.write' },
  'token.createAdministrator': {
    request: 'POST /entities/{id}/tokens',
    right: 'tokens.write',
    further: 'tokens.administer',
  },
  'token.show': { request: 'POST /tokens/{id}/secret', right: 'tokens.write' },
  'token.showAdministrator': {
    request: 'POST /tokens/{id}/secret',
    right: 'tokens.write',
    further: 'tokens.administer',
  },
  'token.revoke': { request: 'DELETE /tokens/{id}', right: 'tokens.write' },
  'user.invite': { request: 'POST /invitations', right: 'people.write' },
  'invitation.withdraw': { request: 'DELETE /invitations/{id}', right: 'people.write' },
  'user.setRole': { request: 'POST /users/{id}/role', right: 'people.write' },
  'user.removeRole': { request: 'DELETE /users/{id}/role', right: 'people.write' },
  'user.block': { request: 'POST /users/{id}/block', right: 'people.write' },
  'user.unblock': { request: 'POST /users/{id}/unblock', right: 'people.write' },
  'user.endSessions': { request: 'DELETE /users/{id}/sessions', right: 'people.write' },
  'session.begin': { request: 'POST /session', right: 'own' },
  'session.chooseEntity': { request: 'POST /session/entity', right: 'own' },
  'session.end': { request: 'DELETE /session', right: 'own' },
  'session.endOther': { request: 'DELETE /sessions/{id}', right: 'own' },
  'invitation.read': { request: 'POST /invitations/offer', right: 'own' },
  'invitation.accept': { request: 'POST /invitations/acceptance', right: 'own' },
  'invitation.mail': { request: 'POST /invitations/mail', right: 'own' },
  'password.forgotten': { request: 'POST /passwords/forgotten', right: 'own' },
  'password.reset': { request: 'POST /passwords/reset', right: 'own' },
  'profile.mails': { request: 'POST /profile/mails', right: 'own' },
  'password.change': { request: 'POST /profile/password', right: 'own' },
  'secondFactor.begin': { request: 'POST /profile/totp', right: 'own' },
  'secondFactor.confirm': { request: 'POST /profile/totp/confirmation', right: 'own' },
  'secondFactor.remove': { request: 'POST /profile/totp/removal', right: 'own' },
} as const satisfies Readonly<Record<string, Facts>>

/** The action of a request; `undefined`: the table does not have it, and its button would ask no right. */
export function actionOf(method: 'POST' | 'DELETE', path: string): Action | undefined {
  return names().find((name) => patternOf(ACTIONS[name].request).test(`${method} ${path}`))
}

function names(): readonly Action[] {
  return Object.keys(ACTIONS) as Action[]
}

function patternOf(request: string): RegExp {
  return new RegExp(`^${request.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}
