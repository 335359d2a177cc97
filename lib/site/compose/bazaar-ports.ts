import type { CatalogDeps } from '@/lib/bazaar/ports'
import { dropNotes, listNoted } from '@/lib/facilitator/ledger/catalog-notes'
import { askTool } from '@/lib/mcp/ask-tool'
import { recordListingAct } from '@/lib/shop/sellers/audit/record-change'
import { isListingSuspended } from '@/lib/shop/sellers/suspensions/suspension'
import type { Base } from './base'

export const toBazaarPorts = ({ database, env }: Base): Pick<CatalogDeps, 'sales' | 'sellers' | 'askTool'> => ({
  sales: { list: (limit) => listNoted(database, limit), forget: (keys) => dropNotes(database, keys) },
  sellers: {
    owns: (url) => url.startsWith(`${env.publicOrigin}/x/`),
    recordAct: recordListingAct,
    isSuspended: (listing) => isListingSuspended(database, listing),
  },
  askTool,
})
