import { expect, it } from 'vitest'
import { inEnglish } from '@/lib/base/sentences/in-english'
import { BASE, BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { listSetup, type SetupFacts } from './list-setup'

const address = `0x${'11'.repeat(20)}`
const complete: SetupFacts = {
  publicOrigin: 'https://shop.example',
  pendingMigrations: 0,
  networks: [BASE],
  careless: [],
  hasOtherFacilitators: false,
  gas: [{ network: BASE, status: 'ok', wallets: [{ address, isDry: false }] }],
  shop: { hasPayee: true, hasRoute: true },
  isNamed: true,
  hasContact: true,
  isProxyUntold: false,
}
const undone = (changes: Partial<SetupFacts>) =>
  listSetup({ ...complete, ...changes })
    .filter(({ isDone }) => !isDone)
    .map(({ title, about }) => [inEnglish(title), inEnglish(about)])

it('is done when nothing is missing', () => {
  expect(undone({})).toEqual([])
})

it.each<[string, Partial<SetupFacts>, string]>([
  ['Public origin', { publicOrigin: 'http://shop.example' }, 'PUBLIC_ORIGIN'],
  ['Public origin', { publicOrigin: 'https://localhost:4021' }, 'PUBLIC_ORIGIN'],
  ['Callers', { isProxyUntold: true }, 'TRUSTED_PROXIES'],
  ['Database', { pendingMigrations: 2 }, 'npm run migrate -- deploy'],
  ['Care with real money', { careless: ['Base finality: one confirmation.'] }, 'one confirmation'],
  ['Gas', { networks: [BASE, BASE_SEPOLIA] }, 'Base Sepolia: set FACILITATOR_EVM_KEYS.'],
  ['Gas', { networks: [SOLANA_DEVNET], gas: [] }, 'Solana Devnet: set FACILITATOR_SVM_KEYS.'],
  ['Gas', { gas: [{ network: BASE, status: 'degraded', wallets: [{ address, isDry: true }] }] }, address],
  ['Gas', { gas: [{ network: BASE, status: 'unreachable', wallets: [] }] }, 'Base'],
  ['Payout address', { shop: { hasPayee: false, hasRoute: true } }, 'wallet'],
  ['First thing for sale', { shop: { hasPayee: true, hasRoute: false } }, 'price'],
  ['Name and contact', { isNamed: false }, 'SITE_NAME'],
  ['Name and contact', { hasContact: false }, 'SITE_CONTACT'],
])('leaves %s open for %j and says what to do', (title, changes, words) => {
  expect(undone(changes)).toEqual([[title, expect.stringContaining(words)]])
})

it('needs neither networks nor gas of its own where others settle', () => {
  expect(undone({ networks: [], gas: [], hasOtherFacilitators: true })).toEqual([])
})

it('leaves everything open that waits for the first network, and for the shop', () => {
  expect(undone({ networks: [], gas: [], shop: null }).map(([title]) => title)).toEqual([
    'Networks',
    'Gas',
    'First shop',
    'Payout address',
    'First thing for sale',
  ])
})
