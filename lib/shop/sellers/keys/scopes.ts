/** What a key may allow, one by one, in the order in which it is offered; writing does not include reading. */
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

/** What keys of every shop may allow; the rest is for operators. */
export const sellerScopes: readonly KeyScope[] = keyScopes.filter((scope) => !scope.startsWith('site:'))
