const acts: Readonly<Record<string, string>> = {
  'shop.opened': 'Shop opened',
  'shop.suspended': 'Shop suspended',
  'shop.resumed': 'Suspension of the shop lifted',
  'quotas.set': 'Limits of the shop set',
  'payee.set': 'Payout address set',
  'key.made': 'API key made',
  'key.revoked': 'API key revoked',
  'route.made': 'Route made',
  'route.changed': 'Route changed',
  'route.moved': 'State of a route changed',
  'upstream_key.made': 'Key for own servers made',
  'gateway.saved': 'Gateway saved',
  'gateway.removed': 'Gateway removed',
  'file.saved': 'File saved',
  'listing.changed': 'Listing changed',
  'route.suspended': 'Route suspended',
  'route.resumed': 'Suspension of a route lifted',
  'listing.suspended': 'Listing taken out of the bazaar',
  'listing.resumed': 'Listing allowed again',
  'refund.promised': 'Refund prepared',
  'refund.confirmed': 'Refund recorded',
  'refund.cancelled': 'Refund taken back',
  'claim.asked': 'Channels asked to be claimed',
  'webhook.added': 'Webhook added',
  'webhook.removed': 'Webhook removed',
  'mail.set': 'E-mail set',
  'mail.removed': 'E-mail removed',
  'wallet.added': 'Wallet added',
  'wallet.left': 'Wallet left',
  'invitation.made': 'Invitation made',
  'invitation.withdrawn': 'Invitation withdrawn',
}

export const actInWords = (act: string): string => acts[act] ?? act

/** The recorded facts, one line each, without empty ones. */
export function factsInWords(facts: unknown): string[] {
  if (typeof facts !== 'object' || facts === null) return []
  return Object.entries(facts).flatMap(([name, value]) => {
    if (value === null || (Array.isArray(value) && value.length === 0)) return []
    return [`${nameInWords(name)}: ${valueInWords(value)}`]
  })
}

const names: Readonly<Record<string, string>> = {
  sha256: 'SHA-256',
  isListed: 'listed',
  isContentClosed: 'closed to buyers',
  isTool: 'MCP tool',
  size: 'bytes',
}

/** `amountAtomic` as “amount atomic”. */
const nameInWords = (name: string) => names[name] ?? name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

function valueInWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueInWords).join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return value.toLocaleString('en')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.values(value).map(valueInWords).join(', ')
}

/** What changes may be about, as `kind` of the audit log. */
export const changeKinds = [
  { value: '', label: 'Everything' },
  { value: 'payee', label: 'Payout addresses' },
  { value: 'key', label: 'API keys' },
  { value: 'route', label: 'Routes and prices' },
  { value: 'gateway', label: 'Gateways' },
  { value: 'upstream_key', label: 'Keys for own servers' },
  { value: 'file', label: 'Files' },
  { value: 'listing', label: 'Listings' },
  { value: 'refund', label: 'Refunds' },
  { value: 'claim', label: 'Claims' },
  { value: 'webhook', label: 'Webhooks' },
  { value: 'mail', label: 'E-mail' },
  { value: 'wallet', label: 'Wallets' },
  { value: 'shop', label: 'The shop itself' },
  { value: 'quotas', label: 'Limits' },
]

/** Those of the whole site. */
export const siteChangeKinds = [...changeKinds, { value: 'invitation', label: 'Invitations' }]
