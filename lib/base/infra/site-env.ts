import { z } from 'zod'
import { isCaip2 } from '@/lib/base/x402/networks'
import { DomainError } from './domain-error'
import { httpUrl } from './variable-shapes'

const isOneLine = (text: string) => !/\p{Cc}/u.test(text)
const line = (longest: number) =>
  z.string().max(longest, `must have ${longest} characters at most`).refine(isOneLine, 'must be one line of text')
const contact = z.string().refine((text) => URL.canParse(contactAddress(text)), 'must be an e-mail address or a URL')

/** The template without its places, which are no URL yet. */
const isOnRamp = (text: string) =>
  URL.canParse(text.replaceAll(/[{}]/g, '')) &&
  text.startsWith('https://') &&
  text.replaceAll(/\{(address|network|asset|amount)\}/g, '').search(/[{}]/) === -1

export const siteVariables = {
  SITE_NAME: line(60).optional(),
  SITE_MARK: z.string().optional(),
  SITE_ACCENT_COLOR: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour as # and six hex digits, such as #14407f')
    .transform((colour) => colour.toLowerCase())
    .optional(),
  SITE_FOOTER: line(300).optional(),
  SITE_IMPRINT_URL: httpUrl.optional(),
  SITE_TERMS_URL: httpUrl.optional(),
  SITE_PRIVACY_URL: httpUrl.optional(),
  SITE_CONTACT: contact.optional(),
  WALLETCONNECT_PROJECT_ID: z
    .string()
    .regex(/^[0-9a-f]{32}$/, 'must be a project id of WalletConnect: 32 lower-case hex digits')
    .optional(),
  ONRAMP_URL: z
    .string()
    .refine(isOnRamp, 'must be an https:// URL; {address}, {network}, {asset} and {amount} in it are filled in')
    .optional(),
  SITE_DEFAULT_NETWORK: z.string().refine(isCaip2, 'must be a CAIP-2 identifier, such as eip155:8453').optional(),
}

export type SiteSettings = {
  name: string
  /** The operator chose that name; otherwise it is the host of the public origin. */
  isNamed: boolean
  markFile: string | undefined
  /** `#rrggbb`; each theme derives its own shades from it. */
  accentColor: string | undefined
  footer: string | undefined
  /** Pages of the operator, in the order in which they are shown. */
  links: { title: string; href: string }[]
  /** Offers wallets outside this browser, through WalletConnect's relay; without it pages call no other server. */
  walletConnectProjectId: string | undefined
  /** Where people buy an asset on a network of real money; a URL with places to fill in. */
  onRampUrl: string | undefined
  /** The network shown first where several are offered. */
  defaultNetwork: string | undefined
}

/**
 * The settings of the site. Fails with ENV_INVALID for a default network that the site does not have.
 * @param world the networks that the site reads, and whether it is a demo
 */
export function siteSettings(
  env: z.infer<z.ZodObject<typeof siteVariables>> & { PUBLIC_ORIGIN: string; FACILITATOR_URLS: string[] },
  world: { isDemo: boolean; networks: string[] },
): SiteSettings {
  // A facilitator elsewhere may settle on networks that this site reads nothing of.
  if (env.FACILITATOR_URLS.length === 0) refuseUnknownNetwork(env.SITE_DEFAULT_NETWORK, world.networks)
  const links: [title: string, href: string | undefined][] = [
    ['Imprint', env.SITE_IMPRINT_URL],
    ['Terms', env.SITE_TERMS_URL],
    ['Privacy', env.SITE_PRIVACY_URL],
    ['Contact', env.SITE_CONTACT && contactAddress(env.SITE_CONTACT)],
  ]
  return {
    name: env.SITE_NAME ?? (world.isDemo ? 'Turnpike' : new URL(env.PUBLIC_ORIGIN).host),
    isNamed: env.SITE_NAME !== undefined,
    markFile: env.SITE_MARK,
    accentColor: env.SITE_ACCENT_COLOR,
    footer: env.SITE_FOOTER,
    links: links.flatMap(([title, href]) => (href ? [{ title, href }] : [])),
    walletConnectProjectId: env.WALLETCONNECT_PROJECT_ID,
    onRampUrl: env.ONRAMP_URL,
    defaultNetwork: env.SITE_DEFAULT_NETWORK,
  }
}

function refuseUnknownNetwork(network: string | undefined, networks: string[]): void {
  if (network === undefined || networks.includes(network)) return
  const known =
    networks.length > 0 ? `one of ${networks.join(', ')}` : 'a network with an RPC server, and there is none'
  throw new DomainError('ENV_INVALID', `Turnpike cannot start: SITE_DEFAULT_NETWORK must be ${known}.`)
}

/** An e-mail address becomes a link to write to it; URLs stay. */
function contactAddress(text: string): string {
  if (/^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/.test(text)) return `mailto:${text}`
  return /^(https?|mailto):/.test(text) ? text : ''
}
