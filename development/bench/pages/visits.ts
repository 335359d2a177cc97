export type Visit = { name: string; path: string; as: 'anybody' | 'newcomer' | 'seller' }

/** Ids of the run's seller, for the pages about one thing. */
export type Ids = { handle: string; routeId: string; paymentId: string; receiptId: string; entryPaths: string[] }

/** Every page of the site: public, without data, with data, and where there is nothing. */
export function listVisits({ handle, routeId, paymentId, receiptId, entryPaths }: Ids): Visit[] {
  const shown = (as: Visit['as'], pages: [name: string, path: string][]): Visit[] =>
    pages.map(([name, path]) => ({ name, path, as }))
  return [
    ...shown('anybody', [
      ['Home', '/'],
      ['Articles', '/articles'],
      ['Article, not bought', '/articles/turnpikes'],
      ['Bazaar', '/bazaar'],
      ['Search', '/bazaar?query=weather'],
      ['Search, nothing found', '/bazaar?query=zzzqqqxxx'],
      ['Add a service', '/bazaar/add'],
      ...entryPaths.map((path): [string, string] => [`Bazaar, ${path.split('/')[2]}`, path]),
      ['Facilitator', '/facilitator'],
      ['Summarize', '/summarize'],
      ['Documentation', '/docs'],
      ['Documentation, one page', '/docs/shop'],
      ['Shop', `/x/${handle}`],
      ['Article of a shop, not bought', `/x/${handle}/kumquats`],
      ['File of a shop, not bought', `/x/${handle}/notes`],
      ['Dashboard, signed out', '/dashboard'],
      ['Library, signed out', '/library'],
      ['Mail, a wrong link', '/mail/confirm?token=wrong'],
      ['No such page', '/no-such-page'],
      ['No such article', '/articles/no-such-article'],
      ['No such shop', '/x/no-such-shop'],
    ]),
    ...shown('newcomer', [
      ['Library, empty', '/library'],
      ['Dashboard, no shop yet', '/dashboard'],
    ]),
    ...shown('seller', [
      ['Library', '/library'],
      ['Library, nothing found', '/library?q=zzzqqq'],
      ['Receipt', `/library/receipts/${receiptId}`],
      ['Article, bought', '/articles/turnpikes'],
      ['Article of a shop, bought', `/x/${handle}/kumquats`],
      ['Overview', '/dashboard'],
      ['Routes', '/dashboard/routes'],
      ['Route, chooser', '/dashboard/routes/new'],
      ...['article', 'file', 'api', 'metered_api', 'sign_in'].map((kind): [string, string] => [
        `Route, new ${kind}`,
        `/dashboard/routes/new?kind=${kind}`,
      ]),
      ['Route', `/dashboard/routes/${routeId}`],
      ['Route, integrate', `/dashboard/routes/${routeId}/integrate`],
      ['Route, test payment', `/dashboard/routes/${routeId}/test`],
      ['Payments', '/dashboard/payments'],
      ['Payments, nothing found', '/dashboard/payments?q=zzzqqq'],
      ['Payment', `/dashboard/payments/${paymentId}`],
      ['Channels, empty', '/dashboard/channels'],
      ['Earnings', '/dashboard/earnings'],
      ['Statement', '/dashboard/earnings/statement'],
      ['Statement, empty month', '/dashboard/earnings/statement?month=2026-01'],
      ['Gateways, empty', '/dashboard/gateways'],
      ['Gateway, new', '/dashboard/gateways/new'],
      ['Page of the shop', '/dashboard/profile'],
      ['Limits and changes', '/dashboard/shop'],
      ['Payout addresses', '/dashboard/payees'],
      ['Notifications', '/dashboard/notifications'],
      ['Webhooks, empty', '/dashboard/webhooks'],
      ['API keys', '/dashboard/keys'],
      ['No such route', '/dashboard/routes/00000000-0000-4000-8000-000000000000'],
      ['No such payment', '/dashboard/payments/00000000-0000-4000-8000-000000000000'],
    ]),
  ]
}
