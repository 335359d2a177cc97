import type { ShopsPort } from '@/lib/gate/sign-in/ports'
import { recordWalletLink } from '@/lib/shop/sellers/audit/record-wallet-link'
import { handOverShop } from '@/lib/shop/sellers/hand-over-shop'

/** Sign-in's view of selling: shops go with their accounts, and keep the log of their wallets. */
export const shopsPort: ShopsPort = { handOver: handOverShop, recordLink: recordWalletLink }
