import type { ShopsPort } from '@/lib/gate/sign-in/ports'
import { recordWalletLink } from '@/lib/shop/sellers/audit/changes'
import { handOverShop } from '@/lib/shop/sellers/shop'

/** Sign-in's access to selling: shops move with their accounts, and record links of wallets. */
export const shopsPort: ShopsPort = { handOver: handOverShop, recordLink: recordWalletLink }
