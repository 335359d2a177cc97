/** What a key may allow, one by one; writing does not include reading. */
export const keyScopes = [
  'shop:read',
  'payees:write',
  'routes:read',
  'routes:write',
  'payments:read',
  'refunds:write',
  'webhooks:read',
  'webhooks:write',
  'keys:read',
  'keys:write',
  'audit:read',
] as const
export type KeyScope = (typeof keyScopes)[number]
