import { expect, it } from 'vitest'
import { inEnglish } from '@/lib/base/sentences/in-english'
import { say } from '@/lib/base/sentences/say'
import { BASE } from '@/lib/base/x402/networks'
import { type Checked, type CheckName, fail, warn, well } from './doctor/finding'
import { listSetup, type SetupFacts } from './list-setup'

const complete: SetupFacts = {
  publicOrigin: 'https://shop.example',
  networks: [BASE],
  hasOtherFacilitators: false,
  findings: [{ check: 'gas', ...well('gas on Base', 'holds 1 ETH') }],
  shop: { hasPayee: true, hasRoute: true },
  isNamed: true,
  hasContact: true,
}
const undone = (changes: Partial<SetupFacts>) =>
  listSetup({ ...complete, ...changes })
    .filter(({ isDone }) => !isDone)
    .map(({ title, about }) => [inEnglish(title), about.map(inEnglish).join(' ')])
const found = (check: CheckName): Partial<SetupFacts> => ({ findings: [{ check, ...fault }] })
const fault: Omit<Checked, 'check'> = warn('Base', 'odd', 'Mend it.', { detail: 'for you' })

it('is done when nothing is missing', () => {
  expect(undone({})).toEqual([])
})

it.each<[string, Partial<SetupFacts>, string]>([
  ['Public origin', found('origin'), 'Base: odd: for you. Mend it.'],
  ['Callers', found('callers'), 'Mend it.'],
  ['Database', found('database'), 'Mend it.'],
  ['Networks', found('networks'), 'Mend it.'],
  ['Care with real money', found('care'), 'Mend it.'],
  ['Gas', found('gas'), 'Mend it.'],
  [
    'Gas',
    {
      findings: [
        { check: 'gas', ...fail('gas', 'dry', 'Fill it.', { said: say('setup.gas.dry', { wallets: '0xA' }) }) },
      ],
    },
    'own coin to 0xA',
  ],
  ['Payout address', { shop: { hasPayee: false, hasRoute: true } }, 'wallet'],
  ['First thing for sale', { shop: { hasPayee: true, hasRoute: false } }, 'price'],
  ['Name and contact', { isNamed: false }, 'SITE_NAME'],
  ['Name and contact', { hasContact: false }, 'SITE_LINKS'],
])('leaves %s open for %j and says what to do', (title, changes, words) => {
  expect(undone(changes)).toEqual([[title, expect.stringContaining(words)]])
})

it('needs neither networks nor gas of its own where others settle', () => {
  expect(undone({ networks: [], hasOtherFacilitators: true })).toEqual([])
})

it('leaves everything open that waits for the first network, and for the shop', () => {
  expect(undone({ ...found('networks'), networks: [], shop: null }).map(([title]) => title)).toEqual([
    'Networks',
    'Gas',
    'First shop',
    'Payout address',
    'First thing for sale',
  ])
})
