import process from 'node:process'

/** Other measurements than a payment's, by name: `npm run bench -- pages`. */
const others: Record<string, () => Promise<unknown>> = {
  attacks: () => import('./attacks/main'),
  soak: () => import('./soak/main'),
  load: () => import('./load/main'),
  pages: () => import('./pages/main'),
  search: () => import('./search'),
  'search-scale': () => import('./search-scale'),
  freshness: () => import('./freshness'),
  waterfall: () => import('./waterfall'),
  'look-outs': () => import('./look-outs'),
  preflight: () => import('./preflight'),
  dashboard: () => import('./dashboard-scale'),
  'budget-gas': () => import('./budget-gas'),
  cluster: () => import('./cluster/main'),
}

const [, , name = ''] = process.argv
const other = Object.hasOwn(others, name) ? others[name] : undefined
if (other) process.argv.splice(2, 1)
await (other ?? (() => import('./run/main')))()
