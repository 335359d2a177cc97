import { request } from 'undici'
import type { MailSettings } from '@/lib/base/infra/mail-env'
import { checkMailServer, MailError } from '@/lib/base/infra/mailer'
import type { UnknownVariable } from '@/lib/base/infra/variables'
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

/** Whether the mail server accepts our name and password. Nothing is sent. A site without e-mail is fine too. */
export async function checkMail(mail: MailSettings | null): Promise<Finding> {
  if (!mail) return well('e-mail', 'none is sent: SMTP_URL is not set')
  try {
    await checkMailServer(mail)
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    return warn('e-mail', `the server does not take us: ${error.code}`, 'Check SMTP_URL; what waits is sent later.')
  }
  if (mail.operatorAddress) return well('e-mail', `from ${mail.from.address}`)
  return warn('e-mail', 'nobody is told of dry gas wallets', 'Set OPERATOR_EMAIL.')
}

export function checkUnsent({ count, fault }: { count: number; fault: string | null }): Finding {
  if (count === 0) return well('outgoing mail', 'none waits after a failed try')
  const fix = 'The mail server of SMTP_URL does not take it. Each message is tried again for nine hours.'
  return warn('outgoing mail', `${count} messages could not be sent yet`, fix, fault ? { detail: fault } : {})
}

const TIMEOUT_MS = 10_000
/** The longest challenge that a route may have, and a payment of the larger kind. */
const ANSWER_CHARACTERS = 8_192
const PAYMENT_CHARACTERS = 6_000

/** Whether buyers reach this very site at its public origin, and whether x402's headers pass all proxies. */
export async function checkPublicOrigin(publicOrigin: string): Promise<Finding[]> {
  const plain = await ask(`${publicOrigin}/healthz`)
  if (!plain.isAlive) {
    const fix = 'Check DNS, certificate, firewall and proxy, and that this site answers behind them.'
    return [fail('reached from outside', `${publicOrigin}/healthz: ${plain.words}`, fix)]
  }
  const [answer, payment] = await Promise.all([
    ask(`${publicOrigin}/healthz?fill=${ANSWER_CHARACTERS}`),
    ask(`${publicOrigin}/healthz`, { 'payment-signature': 'x'.repeat(PAYMENT_CHARACTERS) }),
  ])
  const passes = (isWell: boolean, what: string, words: string, fix: string) =>
    isWell
      ? well('headers through the proxy', `${what} pass`)
      : fail('headers through the proxy', `${what}: ${words}`, fix)
  return [
    well('reached from outside', `${publicOrigin}/healthz answers`),
    passes(
      answer.isAlive && answer.filled === ANSWER_CHARACTERS,
      `answers of ${ANSWER_CHARACTERS} characters`,
      answer.words,
      'nginx: proxy_buffer_size 16k; proxy_buffers 8 16k;',
    ),
    passes(
      payment.isAlive,
      `payments of ${PAYMENT_CHARACTERS} characters`,
      payment.words,
      'nginx: large_client_header_buffers 4 16k;',
    ),
  ]
}

type ConfigurationAnswer = { isAlive: boolean; filled: number; words: string }

async function ask(url: string, headers: Record<string, string> = {}): Promise<ConfigurationAnswer> {
  try {
    const options = {
      headers,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }
    const { statusCode, headers: given, body } = await request(url, options)
    const text = (await body.text()).slice(0, 1_000)
    const isAlive = statusCode === 200 && text.includes('"alive"')
    return { isAlive, filled: String(given['x-fill'] ?? '').length, words: `answer ${statusCode}` }
  } catch (error) {
    return { isAlive: false, filled: 0, words: error instanceof Error ? error.message : String(error) }
  }
}
