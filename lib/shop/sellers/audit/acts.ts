export const auditActs = [
  'shop.opened',
  'shop.described',
  'shop.closed',
  'shop.suspended',
  'shop.resumed',
  'quotas.set',
  'payee.set',
  'key.made',
  'key.revoked',
  'route.made',
  'route.changed',
  'route.moved',
  'upstream_key.made',
  'gateway.saved',
  'gateway.removed',
  'file.saved',
  'listing.changed',
  'route.suspended',
  'route.resumed',
  'listing.suspended',
  'listing.resumed',
  'refund.promised',
  'refund.confirmed',
  'refund.cancelled',
  'claim.asked',
  'webhook.added',
  'webhook.removed',
  'mail.set',
  'mail.removed',
  'wallet.added',
  'wallet.left',
] as const
export type AuditAct = (typeof auditActs)[number]

type KindOf<Act> = Act extends `${infer Kind}.${string}` ? Kind : never
/** The subject of an act: the first half of its name. */
export type ChangeKind = KindOf<AuditAct>

const kindOf = (act: AuditAct) => act.split('.')[0] as ChangeKind // The type defines it so.
export const changeKinds: readonly ChangeKind[] = [...new Set(auditActs.map(kindOf))]
