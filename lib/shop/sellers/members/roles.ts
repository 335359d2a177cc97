import type { KeyScope } from '../keys/scopes'

export const shopRoles = ['owner', 'editor', 'accountant'] as const
export type ShopRole = (typeof shopRoles)[number]

/** Something done in a shop: by a key with that scope, or only on pages. */
export type ShopAct = KeyScope | 'shop:close'

/** Who may do it, on pages and by keys alike: a key does what its scopes and its maker's role both allow. */
const rolesOf: Readonly<Record<ShopAct, readonly ShopRole[]>> = {
  'routes:read': ['owner', 'editor'],
  'routes:write': ['owner', 'editor'],
  'payments:read': ['owner', 'accountant'],
  'refunds:write': ['owner'],
  'claims:write': ['owner'],
  'webhooks:read': ['owner'],
  'webhooks:write': ['owner'],
  'shop:read': shopRoles,
  'shop:write': ['owner', 'editor'],
  'payees:write': ['owner'],
  'keys:read': ['owner', 'editor'],
  'keys:write': ['owner', 'editor'],
  'audit:read': ['owner', 'accountant'],
  'members:read': shopRoles,
  'members:write': ['owner'],
  'site:read': ['owner'],
  'site:write': ['owner'],
  'shop:close': ['owner'],
}

export const mayDo = (role: ShopRole, act: ShopAct): boolean => rolesOf[act].includes(role)
