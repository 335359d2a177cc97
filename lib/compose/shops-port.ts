import { recordWalletLink } from '@/lib/sellers/audit/record-wallet-link'
import { handOverShop } from '@/lib/sellers/hand-over-shop'
import type { ShopsPort } from '@/lib/sign-in/ports'

/** Sign-in's view of selling: shops go with their accounts, and keep the log of their wallets. */
export const shopsPort: ShopsPort = { handOver: handOverShop, recordLink: recordWalletLink }
