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
  'route.suspended': 'Route suspended',
  'route.resumed': 'Suspension of a route lifted',
  'listing.suspended': 'Listing taken out of the bazaar',
  'listing.resumed': 'Listing allowed again',
  'refund.promised': 'Refund prepared',
  'refund.confirmed': 'Refund recorded',
  'refund.cancelled': 'Refund taken back',
  'webhook.added': 'Webhook added',
  'webhook.removed': 'Webhook removed',
  'wallet.added': 'Wallet added',
  'wallet.left': 'Wallet left',
  'invitation.made': 'Wallet invited',
  'invitation.withdrawn': 'Invitation withdrawn',
}

export const actInWords = (act: string): string => acts[act] ?? act

/** What was written down, one line each; what is empty is left out. */
export function factsInWords(facts: unknown): string[] {
  if (typeof facts !== 'object' || facts === null) return []
  return Object.entries(facts).flatMap(([name, value]) => {
    if (value === null || (Array.isArray(value) && value.length === 0)) return []
    return [`${nameInWords(name)}: ${valueInWords(value)}`]
  })
}

/** `amountAtomic` as “amount atomic”. */
const nameInWords = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

function valueInWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueInWords).join(', ')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.values(value).map(valueInWords).join(', ')
}
