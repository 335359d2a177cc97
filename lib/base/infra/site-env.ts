import { z } from 'zod'
import { envInvalid, httpUrl, list, understood, url } from './variables'

const name = z
  .string()
  .max(60, 'must have 60 characters at most')
  .refine((text) => !/\p{Cc}/u.test(text), 'must be one line of text')

const linkTitles = { imprint: 'Imprint', terms: 'Terms', privacy: 'Privacy', contact: 'Contact' } as const

/** One item of SITE_LINKS, such as `terms=https://shop.example/terms`. */
const siteLink = understood((item) => {
  const [, page = '', address = ''] = /^(\w+)=(.+)$/.exec(item) ?? []
  const href = page === 'contact' ? contactAddress(address) : httpUrl.safeParse(address).data
  return page in linkTitles && href && URL.canParse(href) ? { page: page as keyof typeof linkTitles, href } : null
}, 'must be a list of imprint, terms and privacy with =<URL>, and contact=<URL or e-mail address>')

/** The template without its places, which are no URL yet. */
const isOnRamp = (text: string) =>
  URL.canParse(text.replaceAll(/[{}]/g, '')) &&
  text.startsWith('https://') &&
  text.replaceAll(/\{(address|network|asset|amount)\}/g, '').search(/[{}]/) === -1

/** One plain address, without anything that could end a header: as much of RFC 5321 as mail servers accept. */
export const MAIL_ADDRESS_PATTERN =
  /^(?=.{3,254}$)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/i

const address = z.string().regex(MAIL_ADDRESS_PATTERN, 'must be an e-mail address')
const sender = understood((text): MailSender | null => {
  const [, name, bracketed] = /^([^<>"@\p{Cc}]{1,80}?)\s*<([^<>]+)>$/u.exec(text) ?? []
  const plain = bracketed ?? text
  return MAIL_ADDRESS_PATTERN.test(plain) ? { name: name?.trim() ?? null, address: plain } : null
}, 'must be an e-mail address, or a name and one: Shop <shop@example.com>')

const smtpUrl = url(['smtp:', 'smtps:'], 'an smtp:// or smtps:// URL').pipe(
  z.string().refine(isComplete, 'must name a host, with name and password in percent-encoding'),
)

export const siteVariables = {
  SITE_NAME: name.optional(),
  SITE_MARK: z.string().optional(),
  SITE_ACCENT_COLOR: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour as # and six hex digits, such as #14407f')
    .transform((colour) => colour.toLowerCase())
    .optional(),
  SITE_LINKS: list(siteLink).default(''),
  WALLETCONNECT_PROJECT_ID: z
    .string()
    .regex(/^[0-9a-f]{32}$/, 'must be a project id of WalletConnect: 32 lower-case hex digits')
    .optional(),
  ONRAMP_URL: z
    .string()
    .refine(isOnRamp, 'must be an https:// URL; {address}, {network}, {asset} and {amount} in it are filled in')
    .optional(),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: sender.optional(),
  OPERATOR_EMAIL: address.optional(),
}

type SiteVariables = z.infer<z.ZodObject<typeof siteVariables>>

export function siteSettings(env: SiteVariables & { PUBLIC_ORIGIN: string }, { isDemo }: { isDemo: boolean }) {
  const pages = new Map(env.SITE_LINKS.map(({ page, href }) => [page, href]))
  return {
    name: env.SITE_NAME ?? (isDemo ? 'Turnpike' : new URL(env.PUBLIC_ORIGIN).host),
    markFile: env.SITE_MARK,
    accentColor: env.SITE_ACCENT_COLOR,
    /** In the order in which they are shown. */
    links: (['imprint', 'terms', 'privacy', 'contact'] as const).flatMap((page) => {
      const href = pages.get(page)
      return href === undefined ? [] : [{ title: linkTitles[page], href }]
    }),
    walletConnectProjectId: env.WALLETCONNECT_PROJECT_ID,
    onRampUrl: env.ONRAMP_URL,
  }
}

/** An e-mail address becomes a link to write to it; URLs stay. */
function contactAddress(text: string): string {
  if (/^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/.test(text)) return `mailto:${text}`
  return /^(https?|mailto):/.test(text) ? text : ''
}

function isComplete(value: string): boolean {
  const { hostname, username, password } = new URL(value)
  const isEncoded = !/%(?![0-9a-f]{2})/i.test(username + password)
  return hostname !== '' && isEncoded
}

type MailSender = { name: string | null; address: string }

export type MailSettings = NonNullable<ReturnType<typeof mailSettings>>

/** Null without a mail server. Its `smtpUrl` holds name and password: secret. Fails with ENV_INVALID where one variable needs another. */
export function mailSettings(env: SiteVariables) {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, OPERATOR_EMAIL: operatorAddress = null } = env
  if (smtpUrl !== undefined && from !== undefined) return { smtpUrl, from, operatorAddress }
  if (smtpUrl === undefined && from === undefined && operatorAddress === null) return null
  const missing = smtpUrl === undefined ? 'SMTP_URL' : 'MAIL_FROM'
  throw envInvalid(`${missing} is missing; e-mail needs SMTP_URL and MAIL_FROM`)
}
