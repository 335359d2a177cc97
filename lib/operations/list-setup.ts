import { familyOf, isTestNetwork, networkName } from '@/lib/x402/networks'

/** What is known of a site that is being set up. */
export type SetupFacts = {
  publicOrigin: string
  /** Migrations of this version that the database lacks. */
  pendingMigrations: number
  /** Networks with an RPC server. */
  networks: string[]
  /** What to change about networks of real money, one sentence each. */
  careless: string[]
  /** Others settle for this site, so that it needs no gas. */
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
  /** The request came with a forwarding header, although no proxy is said to stand before the site. */
  isProxyUntold: boolean
}

export type SetupStep = {
  title: string
  isDone: boolean
  /** How it is, or what to do. */
  about: string
  /** Where that is done on this site. */
  href?: string
}

/** What a new site needs before strangers can buy from it, in the order in which it is done. */
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
    ? `Buyers reach this site at ${publicOrigin}.`
    : `It is ${publicOrigin}: set PUBLIC_ORIGIN to the https address that buyers see. Payments and sign-ins are bound to it.`
  return { title: 'Public origin', isDone, about }
}

function proxyStep({ isProxyUntold }: SetupFacts): SetupStep {
  const about = isProxyUntold
    ? 'A proxy is in front of this site, and all callers look like one: set TRUSTED_PROXIES to the number of your proxies.'
    : 'Callers are told apart by their addresses.'
  return { title: 'Callers', isDone: !isProxyUntold, about }
}

function databaseStep({ pendingMigrations }: SetupFacts): SetupStep {
  const isDone = pendingMigrations === 0
  const about = isDone
    ? 'It answers, and has all migrations of this version.'
    : `It lacks ${pendingMigrations} of the migrations: run npm run migrate -- deploy.`
  return { title: 'Database', isDone, about }
}

function networksStep({ networks, hasOtherFacilitators }: SetupFacts): SetupStep {
  const title = 'Networks'
  if (networks.length > 0) {
    const isTest = networks.every(isTestNetwork)
    const about = `${listed(networks)}.${isTest ? ' Only test networks: what is paid there is worth nothing.' : ''}`
    return { title, isDone: true, about }
  }
  if (hasOtherFacilitators) return { title, isDone: true, about: 'As the facilitators in FACILITATOR_URLS settle.' }
  const about = 'There is none: set an RPC server for one, such as EVM_RPC_URLS_8453 for Base.'
  return { title, isDone: false, about }
}

/** Nothing to do where all money is for tests. */
const careSteps = ({ careless }: SetupFacts): SetupStep[] =>
  careless.length === 0 ? [] : [{ title: 'Care with real money', isDone: false, about: careless.join(' ') }]

function gasStep({ networks, hasOtherFacilitators, gas }: SetupFacts): SetupStep {
  const title = 'Gas'
  if (hasOtherFacilitators) return { title, isDone: true, about: 'The facilitators in FACILITATOR_URLS pay it.' }
  if (networks.length === 0) return { title, isDone: false, about: 'It comes after the first network.' }
  const without = networks.filter((network) => !gas.some((one) => one.network === network && one.wallets.length > 0))
  const silent = gas.filter(({ status }) => status === 'unreachable' || status === 'behind')
  const dry = gas.flatMap(({ network, wallets }) =>
    wallets.filter(({ isDry }) => isDry).map(({ address }) => `${address} on ${networkName(network)}`),
  )
  if (silent.length > 0) {
    const about = `No node of ${listed(silent.map(({ network }) => network))} answers as it should, so balances are not known.`
    return { title, isDone: false, about }
  }
  if (without.length > 0) {
    const variables = new Set(without.map((network) => `FACILITATOR_${familyOf(network)?.toUpperCase()}_KEYS`))
    const about = `No wallet pays the fees on ${listed(without)}: set ${[...variables].join(' and ')}.`
    return { title, isDone: false, about }
  }
  if (dry.length > 0) return { title, isDone: false, about: `Send the network’s own coin to ${dry.join(', ')}.` }
  return { title, isDone: true, about: 'Every network has a wallet that can pay its fees.' }
}

function shopSteps({ shop }: SetupFacts): SetupStep[] {
  return [
    {
      title: 'First shop',
      isDone: shop !== null,
      about: shop ? 'You have one.' : 'Open your own in the dashboard; what the site itself sells is made there.',
      href: '/dashboard',
    },
    {
      title: 'Payout address',
      isDone: shop?.hasPayee ?? false,
      about: shop?.hasPayee ? 'Your shop knows where its money goes.' : 'Confirm a wallet that your shop is paid to.',
      href: '/dashboard/payees',
    },
    {
      title: 'First thing for sale',
      isDone: shop?.hasRoute ?? false,
      about: shop?.hasRoute ? 'Your shop has one.' : 'Put a price on an article, a file or an API.',
      href: '/dashboard/routes/new',
    },
  ]
}

function identityStep({ isNamed, hasContact }: SetupFacts): SetupStep {
  const missing = [...(isNamed ? [] : ['SITE_NAME']), ...(hasContact ? [] : ['SITE_CONTACT'])]
  const about =
    missing.length === 0
      ? 'Readers see whose site this is and how to reach you.'
      : `Set ${missing.join(' and ')}, so that readers see whose site this is and how to reach you.`
  return { title: 'Name and contact', isDone: missing.length === 0, about }
}

const listed = (networks: string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(networks.map(networkName))
