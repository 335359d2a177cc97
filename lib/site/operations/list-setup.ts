import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { familyOf, isTestNetwork, networkName } from '@/lib/base/x402/networks'
import { gasVariable, networksWithoutGas } from './doctor/check-gas'

export type SetupFacts = {
  publicOrigin: string
  /** Migrations of this version that the database lacks. */
  pendingMigrations: number
  /** Networks with an RPC server. */
  networks: string[]
  /** Advice about networks of real money, one sentence each. */
  careless: string[]
  /** Others settle for this site, so it needs no gas. */
  hasOtherFacilitators: boolean
  /** Networks that our facilitator settles on, each with its gas wallets. */
  gas: {
    network: string
    status: 'ok' | 'degraded' | 'behind' | 'unreachable'
    wallets: { address: string; isDry: boolean }[]
  }[]
  /** The operator's own shop. */
  shop: { hasPayee: boolean; hasRoute: boolean } | null
  isNamed: boolean
  hasContact: boolean
  /** The request came with a forwarding header, although no proxy is configured. */
  isProxyUntold: boolean
}

export type SetupStep = {
  title: Sentence
  isDone: boolean
  /** Its state, or what to do. */
  about: Sentence
  /** The page of this site where it is done. */
  href?: string
}

/** The steps until strangers can buy from a new site, in order. */
export function listSetup(facts: SetupFacts): SetupStep[] {
  return [
    originStep(facts),
    proxyStep(facts),
    databaseStep(facts),
    networksStep(facts),
    ...careSteps(facts),
    gasStep(facts),
    ...shopSteps(facts),
    identityStep(facts),
  ]
}

function originStep({ publicOrigin }: SetupFacts): SetupStep {
  const { protocol, hostname } = new URL(publicOrigin)
  const isDone = protocol === 'https:' && !/^(localhost|127\.|\[::1\])/.test(hostname)
  const about = isDone
    ? say('setup.origin.done', { origin: publicOrigin })
    : say('setup.origin.open', { origin: publicOrigin })
  return { title: say('setup.origin.title'), isDone, about }
}

function proxyStep({ isProxyUntold }: SetupFacts): SetupStep {
  const about = isProxyUntold ? say('setup.callers.open') : say('setup.callers.done')
  return { title: say('setup.callers.title'), isDone: !isProxyUntold, about }
}

function databaseStep({ pendingMigrations }: SetupFacts): SetupStep {
  const isDone = pendingMigrations === 0
  const about = isDone ? say('setup.database.done') : say('setup.database.open', { count: pendingMigrations })
  return { title: say('setup.database.title'), isDone, about }
}

function networksStep({ networks, hasOtherFacilitators }: SetupFacts): SetupStep {
  const title = say('setup.networks.title')
  if (networks.length > 0) {
    const isTest = networks.every(isTestNetwork)
    const names = listed(networks)
    const about = isTest ? say('setup.networks.test', { networks: names }) : say('plain', { text: `${names}.` })
    return { title, isDone: true, about }
  }
  if (hasOtherFacilitators) return { title, isDone: true, about: say('setup.networks.others') }
  const about = say('setup.networks.none')
  return { title, isDone: false, about }
}

/** None where all money is for tests. */
const careSteps = ({ careless }: SetupFacts): SetupStep[] =>
  careless.length === 0
    ? []
    : [{ title: say('setup.care'), isDone: false, about: say('plain', { text: careless.join(' ') }) }]

function gasStep({ networks, hasOtherFacilitators, gas }: SetupFacts): SetupStep {
  const title = say('setup.gas.title')
  if (hasOtherFacilitators) return { title, isDone: true, about: say('setup.gas.others') }
  if (networks.length === 0) return { title, isDone: false, about: say('setup.gas.later') }
  const without = networksWithoutGas({ networks, hasOtherFacilitators }, gas)
  const silent = gas.filter(({ status }) => status === 'unreachable' || status === 'behind')
  const dry = gas.flatMap(({ network, wallets }) =>
    wallets.filter(({ isDry }) => isDry).map(({ address }) => `${address} on ${networkName(network)}`),
  )
  if (silent.length > 0) {
    const about = say('setup.gas.silent', { networks: listed(silent.map(({ network }) => network)) })
    return { title, isDone: false, about }
  }
  if (without.length > 0) {
    const variables = new Set(without.map((network) => gasVariable(familyOf(network) ?? 'evm')))
    const about = say('setup.gas.without', { networks: listed(without), variables: [...variables].join(' and ') })
    return { title, isDone: false, about }
  }
  if (dry.length > 0) return { title, isDone: false, about: say('setup.gas.dry', { wallets: dry.join(', ') }) }
  return { title, isDone: true, about: say('setup.gas.done') }
}

function shopSteps({ shop }: SetupFacts): SetupStep[] {
  return [
    {
      title: say('setup.shop.title'),
      isDone: shop !== null,
      about: shop ? say('setup.shop.done') : say('setup.shop.open'),
      href: '/dashboard',
    },
    {
      title: say('setup.payee.title'),
      isDone: shop?.hasPayee ?? false,
      about: shop?.hasPayee ? say('setup.payee.done') : say('setup.payee.open'),
      href: '/dashboard/payees',
    },
    {
      title: say('setup.route.title'),
      isDone: shop?.hasRoute ?? false,
      about: shop?.hasRoute ? say('setup.route.done') : say('setup.route.open'),
      href: '/dashboard/routes/new',
    },
  ]
}

function identityStep({ isNamed, hasContact }: SetupFacts): SetupStep {
  const missing = [...(isNamed ? [] : ['SITE_NAME']), ...(hasContact ? [] : ['SITE_CONTACT'])]
  const about =
    missing.length === 0 ? say('setup.identity.done') : say('setup.identity.open', { variables: missing.join(' and ') })
  return { title: say('setup.identity.title'), isDone: missing.length === 0, about }
}

const listed = (networks: string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(networks.map(networkName))
