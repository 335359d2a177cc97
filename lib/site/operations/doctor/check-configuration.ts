import { request } from 'undici'
import { type ServerEnv, serverVariableNames } from '@/lib/base/infra/env'
import { checkMailServer, MailError } from '@/lib/base/infra/mailer'
import { findUnknownVariables } from '@/lib/base/infra/variables'
import { familyOf, isTestNetwork, networkName } from '@/lib/base/x402/networks'
import type { Facilitator } from '@/lib/facilitator/create-facilitator'
import { type Finding, fail, warn, well } from './finding'

/** A site of which these settings are read. */
type SiteWith<Settings extends keyof ServerEnv> = { env: Pick<ServerEnv, Settings> }

export function checkSettings({
  env: { isDemo, operatorWallets },
  variables,
}: SiteWith<'isDemo' | 'operatorWallets'> & { variables: readonly string[] }): Finding[] {
  const unknown = findUnknownVariables(variables, serverVariableNames)
  const names = unknown.map(({ name, meant }) => (meant ? `${name} (${meant}?)` : name)).join(', ')
  const correct = 'Correct or remove them; docs/configuration.md has every variable.'
  return [
    unknown.length === 0 ? well('variables', 'all are known') : warn('variables', `nothing reads ${names}`, correct),
    isDemo
      ? warn('demo', 'TURNPIKE_DEMO=1: faucet and test pages are open', 'Take it away wherever money is real.')
      : well('demo', 'off'),
    operatorWallets.length > 0
      ? well('operators', `${operatorWallets.length} of OPERATOR_WALLETS`)
      : warn('operators', 'none', 'Set OPERATOR_WALLETS to your wallet: /dashboard/operator is only for its holder.'),
  ]
}

/** Payments and sign-ins are bound to the origin that buyers see. */
export function checkOrigin({ env: { publicOrigin, isDemo } }: SiteWith<'publicOrigin' | 'isDemo'>): Finding {
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

/** Whether callers are told apart. This server speaks no HTTPS: where its origin does, a proxy is in front. */
export function checkCallers({ env }: SiteWith<'publicOrigin' | 'trustedProxies'>): Finding {
  const { publicOrigin, trustedProxies } = env
  if (trustedProxies > 0 || !publicOrigin.startsWith('https:')) return well('proxies', `${trustedProxies} trusted`)
  const fix = 'Set TRUSTED_PROXIES to how many proxies a request passes; else all callers share one limit.'
  return warn('proxies', 'none is trusted, but something in front must speak HTTPS', fix)
}

/** Where money is real, one node can lie, and one block can be replaced. */
export const checkMainnets = ({ env: { rpcUrls, confirmations } }: SiteWith<'rpcUrls' | 'confirmations'>): Finding[] =>
  Object.entries(rpcUrls)
    .filter(([network]) => !isTestNetwork(network))
    .flatMap(([network, urls]) => {
      const [name, blocks] = [networkName(network), confirmations[network] ?? 1]
      const three = 'Give three of different providers: two must agree then.'
      const deeper = 'A block can be replaced: ask for more confirmations, or for finalized.'
      return [
        ...(familyOf(network) === 'evm' && urls.length < 3
          ? [warn(`${name} nodes`, `${urls.length} RPC address`, three)]
          : []),
        blocks > 1
          ? well(`${name} finality`, `${blocks} confirmations`)
          : warn(`${name} finality`, 'one confirmation', deeper),
      ]
    })

const PAY_TO = 'DEMO_PAY_TO'

/**
 * Where earnings of the site's own routes go, for each configured family of networks. Only the demo has such routes, so
 * other sites need none.
 */
export function checkPayouts({
  env: { rpcUrls, payTo, isDemo },
  facilitator,
}: SiteWith<'rpcUrls' | 'payTo' | 'isDemo'> & { facilitator: Pick<Facilitator, 'supported'> }): Finding[] {
  const families = new Set(Object.keys(rpcUrls).flatMap((network) => familyOf(network) ?? []))
  const gasWallets = Object.values(facilitator.supported().signers).flat()
  return [...families].flatMap((family): Finding | [] => {
    const address = payTo[family]
    if (!address)
      return isDemo
        ? warn(PAY_TO, `has no address for ${family}`, 'Add one: without it the demo sells nothing there.')
        : []
    if (/^0x0{40}$/.test(address)) return fail(PAY_TO, 'has the zero address', 'Set an address whose key you hold.')
    const isHot = gasWallets.some((wallet) => wallet.toLowerCase() === address.toLowerCase())
    if (!isHot) return well(PAY_TO, address)
    return warn(PAY_TO, `${address} is a gas wallet`, 'Take another one: the key of this one is on the server.')
  })
}

/** Whether the mail server accepts our name and password. Nothing is sent. A site without e-mail is fine too. */
export async function checkMail({ env: { mail } }: SiteWith<'mail'>): Promise<Finding> {
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

const TIMEOUT_MS = 10_000
/** The longest challenge that a route may have, and a payment of the larger kind. */
const ANSWER_CHARACTERS = 8_192
const PAYMENT_CHARACTERS = 6_000

/** Whether buyers reach this very site at its public origin, and whether x402's headers pass all proxies. */
export async function checkPublicOrigin({ env: { publicOrigin } }: SiteWith<'publicOrigin'>): Promise<Finding[]> {
  const url = `${publicOrigin}/healthz`
  const plain = await ask(url)
  if (!plain.isAlive) {
    const fix = 'Check DNS, certificate, firewall and proxy, and that this site answers behind them.'
    return [fail('reached from outside', `${url}: ${plain.words}`, fix)]
  }
  const [answer, payment] = await Promise.all([
    ask(`${url}?fill=${ANSWER_CHARACTERS}`),
    ask(url, { 'payment-signature': 'x'.repeat(PAYMENT_CHARACTERS) }),
  ])
  const subject = 'headers through the proxy'
  const answers = `answers of ${ANSWER_CHARACTERS} characters`
  const payments = `payments of ${PAYMENT_CHARACTERS} characters`
  return [
    well('reached from outside', `${url} answers`),
    answer.isAlive && answer.filled === ANSWER_CHARACTERS
      ? well(subject, `${answers} pass`)
      : fail(subject, `${answers}: ${answer.words}`, 'nginx: proxy_buffer_size 16k; proxy_buffers 8 16k;'),
    payment.isAlive
      ? well(subject, `${payments} pass`)
      : fail(subject, `${payments}: ${payment.words}`, 'nginx: large_client_header_buffers 4 16k;'),
  ]
}

type HealthAnswer = { isAlive: boolean; filled: number; words: string }

async function ask(url: string, headers: Record<string, string> = {}): Promise<HealthAnswer> {
  try {
    const {
      statusCode,
      headers: given,
      body,
    } = await request(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
    const text = (await body.text()).slice(0, 1_000)
    const isAlive = statusCode === 200 && text.includes('"alive"')
    return { isAlive, filled: String(given['x-fill'] ?? '').length, words: `answer ${statusCode}` }
  } catch (error) {
    return { isAlive: false, filled: 0, words: error instanceof Error ? error.message : String(error) }
  }
}
