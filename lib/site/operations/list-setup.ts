import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { isTestNetwork, networkName } from '@/lib/base/x402/networks'
import { type Checked, type CheckName, inFull } from './doctor/finding'

export type SetupFacts = {
  publicOrigin: string
  /** Networks with an RPC server. */
  networks: string[]
  /** Others settle for this site, so it needs no gas. */
  hasOtherFacilitators: boolean
  /** From the checks of the settings, and those that are watched. */
  findings: readonly Checked[]
  /** The operator's own shop. */
  shop: { hasPayee: boolean; hasRoute: boolean } | null
  isNamed: boolean
  hasContact: boolean
}

export type SetupStep = {
  title: Sentence
  isDone: boolean
  /** Its state, or what to do. */
  about: Sentence[]
  /** The page of this site where it is done. */
  href?: string
}

/** The steps until strangers can buy from a new site, in order. What can be examined is as the checks find it. */
export function listSetup(facts: SetupFacts): SetupStep[] {
  const { publicOrigin, findings, hasOtherFacilitators } = facts
  const checked = (check: CheckName, title: Sentence, done: Sentence): SetupStep => {
    const faults = findings.filter((one) => one.check === check && one.state !== 'ok')
    const about = faults.map((fault) => fault.said ?? say('plain', { text: toText(fault) }))
    return { title, isDone: faults.length === 0, about: faults.length === 0 ? [done] : about }
  }
  const care = checked('care', say('setup.care'), say('plain', { text: '' }))
  const gas = say(hasOtherFacilitators ? 'setup.gas.others' : 'setup.gas.done')
  return [
    checked('origin', say('setup.origin.title'), say('setup.origin.done', { origin: publicOrigin })),
    checked('callers', say('setup.callers.title'), say('setup.callers.done')),
    checked('database', say('setup.database.title'), say('setup.database.done')),
    checked('networks', say('setup.networks.title'), listNetworks(facts)),
    ...(care.isDone ? [] : [care]),
    facts.networks.length > 0 || hasOtherFacilitators
      ? checked('gas', say('setup.gas.title'), gas)
      : { title: say('setup.gas.title'), isDone: false, about: [say('setup.gas.later')] },
    ...shopSteps(facts),
    identityStep(facts),
  ]
}

const toText = (fault: Checked) => `${fault.subject}: ${inFull(fault)}. ${fault.fix ?? ''}`

function listNetworks({ networks }: SetupFacts): Sentence {
  if (networks.length === 0) return say('setup.networks.others')
  const names = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(networks.map(networkName))
  if (networks.every(isTestNetwork)) return say('setup.networks.test', { networks: names })
  return say('plain', { text: `${names}.` })
}

function shopSteps({ shop }: SetupFacts): SetupStep[] {
  return [
    {
      title: say('setup.shop.title'),
      isDone: shop !== null,
      about: [say(shop ? 'setup.shop.done' : 'setup.shop.open')],
      href: '/dashboard',
    },
    {
      title: say('setup.payee.title'),
      isDone: shop?.hasPayee ?? false,
      about: [say(shop?.hasPayee ? 'setup.payee.done' : 'setup.payee.open')],
      href: '/dashboard/payees',
    },
    {
      title: say('setup.route.title'),
      isDone: shop?.hasRoute ?? false,
      about: [say(shop?.hasRoute ? 'setup.route.done' : 'setup.route.open')],
      href: '/dashboard/routes/new',
    },
  ]
}

function identityStep({ isNamed, hasContact }: SetupFacts): SetupStep {
  const missing = [...(isNamed ? [] : ['SITE_NAME']), ...(hasContact ? [] : ['SITE_LINKS'])]
  const about =
    missing.length === 0 ? say('setup.identity.done') : say('setup.identity.open', { variables: missing.join(' and ') })
  return { title: say('setup.identity.title'), isDone: missing.length === 0, about: [about] }
}
