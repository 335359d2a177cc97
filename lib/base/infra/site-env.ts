import { z } from 'zod'
import { httpUrl, list, understood } from './variables'

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
}

export function siteSettings(
  env: z.infer<z.ZodObject<typeof siteVariables>> & { PUBLIC_ORIGIN: string },
  { isDemo }: { isDemo: boolean },
) {
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
