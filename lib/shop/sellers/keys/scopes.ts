/** The scopes, in the order in which forms show them; writing does not include reading. */
export const keyScopes = [
  'routes:read',
  'routes:write',
  'payments:read',
  'refunds:write',
  'claims:write',
  'webhooks:read',
  'webhooks:write',
  'shop:write',
  'shop:read',
  'payees:write',
  'keys:read',
  'keys:write',
  'audit:read',
  'site:read',
  'site:write',
] as const
export type KeyScope = (typeof keyScopes)[number]

/** Scopes for keys of every shop; the others are for operators. */
export const sellerScopes: readonly KeyScope[] = keyScopes.filter((scope) => !scope.startsWith('site:'))
