import { homedir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { DomainError } from '@/lib/base/infra/domain-error'
import { parseDollars } from '@/lib/base/x402/money'
import { chainUrls, isOnThisMachine } from '@/lib/client/chain-urls'
import type { PayerOptions } from '@/lib/client/create-payer'
import type { SpendingLimits } from '../spending/spending-book'

export type BridgeConfig = {
  /** The tool's resource: the server's base URL and the path, joined. */
  url: URL
  /** `channels`: many small calls are paid out of a deposit with their seller. */
  keys: Pick<PayerOptions, 'evmKey' | 'svmKey' | 'rpcUrls' | 'channels'>
  /** The most that one call may cost, and all together. */
  maxDollars: string
  limits: SpendingLimits
  /** The person at the client is asked before each payment. */
  isConfirmed: boolean
  isSignInTried: boolean
  /** By the payments of `auditFile`. */
  passes: 'held' | 'buy'
  auditFile: string | null
  /** Asked before a first payment to a host. */
  bazaar: URL | null
}

const text = z.string().trim().min(1).optional()
const dollars = text.refine((value) => value === undefined || isDollars(value), 'expected dollars such as $0.10')
const flag = z
  .enum(['0', '1'], { message: 'expected 1 or 0' })
  .optional()
  .transform((value) => value === '1')

const envSchema = z.object({
  EVM_PRIVATE_KEY: text,
  SVM_PRIVATE_KEY: text,
  RESOURCE_SERVER_URL: text.default('http://localhost:4021'),
  ENDPOINT_PATH: text.default('/weather'),
  BRIDGE_MAX_PER_CALL: dollars.default('$1'),
  BRIDGE_MAX_DEPOSIT: dollars,
  BRIDGE_MAX_PER_DAY: dollars,
  BRIDGE_MAX_PER_HOST: dollars,
  BRIDGE_SPENDING_FILE: text.default(join(homedir(), '.turnpike', 'bridge-spending.json')),
  BRIDGE_ALLOWED_HOSTS: text,
  BRIDGE_CONFIRM: flag,
  BRIDGE_SIGN_IN: flag,
  BRIDGE_PASSES: z.enum(['held', 'buy'], { message: 'expected held or buy' }).default('held'),
  BRIDGE_AUDIT_LOG: text,
  BRIDGE_BAZAAR: text,
})

/**
 * Reads the bridge's variables. Throws `BRIDGE_ENV_INVALID` with one sentence that names the variable and never
 * its value. Source: service spec 4.6; the BRIDGE_ variables are ours, and all but the
 * price of a call are off unless set.
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
  checkHost(url, env.BRIDGE_ALLOWED_HOSTS)
  return {
    url,
    keys: {
      evmKey: env.EVM_PRIVATE_KEY,
      svmKey: env.SVM_PRIVATE_KEY,
      rpcUrls: chainUrls(variables, isOnThisMachine(url)),
      channels: env.BRIDGE_MAX_DEPOSIT === undefined ? undefined : { maxDepositDollars: env.BRIDGE_MAX_DEPOSIT },
    },
    maxDollars: env.BRIDGE_MAX_PER_CALL,
    limits: {
      perDayMicros: toMicros(env.BRIDGE_MAX_PER_DAY),
      perHostMicros: toMicros(env.BRIDGE_MAX_PER_HOST),
      depositMicros: toMicros(env.BRIDGE_MAX_DEPOSIT),
      file: env.BRIDGE_SPENDING_FILE,
    },
    isConfirmed: env.BRIDGE_CONFIRM,
    isSignInTried: env.BRIDGE_SIGN_IN,
    passes: env.BRIDGE_PASSES,
    auditFile: env.BRIDGE_AUDIT_LOG ?? null,
    bazaar: env.BRIDGE_BAZAAR === undefined ? null : bazaarAt(env.BRIDGE_BAZAAR),
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

function bazaarAt(address: string): URL {
  const url = URL.parse(address)
  if (url && ['http:', 'https:'].includes(url.protocol)) return url
  throw invalid('BRIDGE_BAZAAR must be the http or https URL of a bazaar, such as http://localhost:4021.')
}

function checkHost(url: URL, allowed: string | undefined): void {
  const hosts = allowed?.split(',').map((host) => host.trim().toLowerCase())
  if (!hosts || hosts.includes(url.host) || hosts.includes(url.hostname)) return
  throw invalid(`RESOURCE_SERVER_URL leads to ${url.host}, which is not among BRIDGE_ALLOWED_HOSTS.`)
}

const toMicros = (value: string | undefined): bigint | null => (value === undefined ? null : parseDollars(value, 6))

function isDollars(value: string): boolean {
  try {
    parseDollars(value, 6)
    return true
  } catch {
    return false
  }
}

const invalid = (message: string) => new DomainError('BRIDGE_ENV_INVALID', message)
