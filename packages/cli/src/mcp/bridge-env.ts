import { homedir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { DomainError } from '@/lib/base/infra/domain-error'
import { chainUrls, isOnThisMachine } from '@/lib/client/chain-urls'
import type { PayerOptions } from '@/lib/client/create-payer'
import { type BudgetLimits, readDollars } from '../budget'

export type BridgeConfig = {
  /** The tool's resource: the server's base URL and the path, joined. */
  url: URL
  keys: Pick<PayerOptions, 'evmKey' | 'svmKey' | 'rpcUrls'>
  isSignInTried: boolean
  limits: BudgetLimits
  budgetFile: string
}

const text = z.string().trim().min(1).optional()
const dollars = text.transform((value, context) => {
  const read = value === undefined ? null : readDollars(value)
  if (value !== undefined && read === null)
    context.addIssue({ code: 'custom', message: 'expected dollars such as $0.10' })
  return read
})

const envSchema = z.object({
  EVM_PRIVATE_KEY: text,
  SVM_PRIVATE_KEY: text,
  RESOURCE_SERVER_URL: text.default('http://localhost:4021'),
  ENDPOINT_PATH: text.default('/weather'),
  BRIDGE_MAX_PER_CALL: dollars,
  BRIDGE_BUDGET: dollars,
  BRIDGE_SIGN_IN: z.enum(['0', '1'], { message: 'expected 1 or 0' }).optional(),
  BRIDGE_BUDGET_FILE: text.default(join(homedir(), '.turnpike', 'bridge-budget.jsonl')),
})

/**
 * Reads the bridge's variables. Throws `BRIDGE_ENV_INVALID` with one sentence that names the variable and never
 * its value. Source: service spec 4.6; the BRIDGE_ variables are ours.
 */
export function parseBridgeEnv(variables: NodeJS.ProcessEnv): BridgeConfig {
  // An empty variable in a client's settings means the same as none.
  const parsed = envSchema.safeParse(Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim())))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw invalid(`${issue?.path.join('.')}: ${issue?.message}.`)
  }
  const env = parsed.data
  if (!env.EVM_PRIVATE_KEY && !env.SVM_PRIVATE_KEY) {
    throw invalid(
      'At least one of EVM_PRIVATE_KEY (0x and 64 hexadecimal digits) and SVM_PRIVATE_KEY (base58) must be set.',
    )
  }
  const url = joinUrl(env.RESOURCE_SERVER_URL, env.ENDPOINT_PATH)
  const rpcUrls = chainUrls(variables, isOnThisMachine(url))
  return {
    url,
    keys: { evmKey: env.EVM_PRIVATE_KEY, svmKey: env.SVM_PRIVATE_KEY, rpcUrls },
    isSignInTried: env.BRIDGE_SIGN_IN === '1',
    limits: { perCall: env.BRIDGE_MAX_PER_CALL ?? '$1', total: env.BRIDGE_BUDGET },
    budgetFile: env.BRIDGE_BUDGET_FILE,
  }
}

/** Joins as HTTP clients join a base URL and a path: a base may have its own path, and keeps it. */
function joinUrl(base: string, path: string): URL {
  const joined = URL.parse(`${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`)
  if (!joined || !['http:', 'https:'].includes(joined.protocol) || joined.username || joined.password) {
    throw invalid(
      'RESOURCE_SERVER_URL must be an http or https URL without credentials, such as http://localhost:4021.',
    )
  }
  return joined
}

const invalid = (message: string) => new DomainError('BRIDGE_ENV_INVALID', message)
