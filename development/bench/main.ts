import process from 'node:process'

/** Other measurements than a payment's, by name: `npm run bench -- attacks`. */
const others: Record<string, () => Promise<unknown>> = {
  attacks: () => import('./attacks/main'),
  soak: () => import('./soak/main'),
  search: () => import('./search'),
  'search-scale': () => import('./search-scale'),
}

const [, , name = ''] = process.argv
const other = Object.hasOwn(others, name) ? others[name] : undefined
if (other) process.argv.splice(2, 1)
await (other ?? (() => import('./run/main')))()
