import type { UnknownVariable } from '@/lib/base/infra/find-unknown-variables'
import { type Finding, fail, warn, well } from './finding'

export type ConfigurationFacts = {
  publicOrigin: string
  isDemo: boolean
  trustedProxies: number
  unknownVariables: UnknownVariable[]
  operators: number
}

/** Checks a parsed configuration without asking anything else. */
export const checkSettings = (facts: Omit<ConfigurationFacts, 'publicOrigin' | 'trustedProxies'>): Finding[] => [
  checkVariables(facts),
  checkDemo(facts),
  facts.operators > 0
    ? well('operators', `${facts.operators} of OPERATOR_WALLETS`)
    : warn('operators', 'none', 'Set OPERATOR_WALLETS to your wallet: /dashboard/operator is only for its holder.'),
]

function checkVariables({ unknownVariables }: Pick<ConfigurationFacts, 'unknownVariables'>): Finding {
  if (unknownVariables.length === 0) return well('variables', 'all are known')
  const names = unknownVariables.map(({ name, meant }) => (meant ? `${name} (${meant}?)` : name)).join(', ')
  return warn(
    'variables',
    `nothing reads ${names}`,
    'Correct or remove them; docs/configuration.md has every variable.',
  )
}

/** Payments and sign-ins are bound to the origin that buyers see. */
export function checkOrigin({ publicOrigin, isDemo }: Pick<ConfigurationFacts, 'publicOrigin' | 'isDemo'>): Finding {
  const { protocol, hostname } = new URL(publicOrigin)
  const isLocal = hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]'
  if (isDemo || (protocol === 'https:' && !isLocal)) return well('public origin', publicOrigin)
  const fix = 'Set PUBLIC_ORIGIN to what buyers type: payments and sign-ins are bound to it.'
  if (isLocal) return warn('public origin', `${publicOrigin} is only this machine`, fix)
  return fail(
    'public origin',
    `${publicOrigin} is not https`,
    `${fix} Payments and sessions must not travel in the open.`,
  )
}

const checkDemo = ({ isDemo }: Pick<ConfigurationFacts, 'isDemo'>): Finding =>
  isDemo
    ? warn('demo', 'TURNPIKE_DEMO=1: faucet and test pages are open', 'Take it away wherever money is real.')
    : well('demo', 'off')

type CallerFacts = Pick<ConfigurationFacts, 'publicOrigin' | 'trustedProxies'>

/** Whether callers are told apart. This server speaks no HTTPS: where its origin does, a proxy is in front. */
export function checkCallers({ publicOrigin, trustedProxies }: CallerFacts): Finding {
  if (trustedProxies > 0 || !publicOrigin.startsWith('https:')) return well('proxies', `${trustedProxies} trusted`)
  const fix = 'Set TRUSTED_PROXIES to how many proxies a request passes; else all callers share one limit.'
  return warn('proxies', 'none is trusted, but something in front must speak HTTPS', fix)
}
