/**
 * One word for one thing: what a thing is called in each language wherever English names it. Regular
 * expressions of whole words in English, and of what must be found in the text of the other language.
 */
export const TERMS: readonly {
  readonly en: string
  readonly es: string
  readonly fr: string
}[] = [
  { en: 'access tokens?', es: 'tokens? de acceso', fr: 'jetons? d’accès' },
  { en: 'acquirers?', es: 'adquirente', fr: 'acquéreur' },
  { en: 'amounts?', es: 'importe', fr: 'montant' },
  { en: 'attempts?', es: 'intento', fr: 'tentative' },
  { en: 'audit log', es: 'registro de auditoría', fr: 'journal d’audit' },
  { en: 'brands?', es: 'marca', fr: 'marque' },
  { en: 'capture[ds]?', es: 'captur', fr: 'captur' },
  { en: 'channels?', es: 'canal', fr: 'canal|canaux' },
  { en: 'chargebacks?|charged back', es: 'contracargo', fr: 'rétrofactur' },
  { en: 'costs?', es: 'coste', fr: 'coût' },
  { en: 'currency|currencies', es: 'moneda', fr: 'devise' },
  { en: 'customers?', es: 'cliente', fr: 'client' },
  { en: 'deadlines?', es: 'plazo', fr: 'délai' },
  { en: 'disputes?', es: 'disputa', fr: 'litige' },
  { en: 'entity|entities', es: 'entidad', fr: 'entité' },
  { en: 'exports?', es: 'export', fr: 'export' },
  { en: 'fees?', es: 'comisi', fr: 'frais' },
  { en: 'gateways?', es: 'pasarela', fr: 'passerelle' },
  { en: 'held|preauthorisations?', es: 'preautoriza', fr: 'préautoris' },
  { en: 'merchants?', es: 'comercio', fr: 'commerçant' },
  { en: 'owners?', es: 'propietario', fr: 'propriétaire' },
  { en: 'passwords?', es: 'contraseña', fr: 'mot de passe' },
  { en: 'payments?', es: 'pago', fr: 'paiement' },
  { en: 'payouts?', es: 'abono', fr: 'versement' },
  { en: 'providers?', es: 'proveedor', fr: 'prestataire' },
  { en: 'receipts?', es: 'recibo', fr: 'reçu' },
  { en: 'refund(s|ed)?', es: 'reembols', fr: 'rembours' },
  { en: 'reversals?|reversed?', es: 'anul', fr: 'annul' },
  { en: 'second factor', es: 'segundo factor', fr: 'second facteur' },
  { en: 'second person', es: 'segunda persona', fr: 'seconde personne' },
  { en: 'settled|settlements?', es: 'liquid', fr: 'régl|règl' },
  { en: 'shoppers?', es: 'comprador', fr: 'acheteur' },
  { en: 'stored details', es: 'datos guardados', fr: 'données enregistrées' },
  { en: 'subscriptions?', es: 'suscripci', fr: 'abonnement' },
]
