import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import type { PaymentRequired } from './wire'

export type ResourceInfo = PaymentRequired['resource']

type ResourceInfoProblem = { field: keyof typeof rules; fault: Sentence }

const MAX_TAGS = 5

/** Fields with rules of their own, and what is wrong with a value; null when nothing is. */
const rules = {
  serviceName: (value: unknown) => (isLabel(value) ? null : say('serviceName')),
  tags: (value: unknown) => (isTagList(value) ? null : say('tags', { maximum: MAX_TAGS })),
  iconUrl: (value: unknown) => {
    const fault = typeof value === 'string' ? findIconUrlFault(value) : say('icon.text')
    return fault && say('iconUrl', { fault })
  },
}
const ruled = Object.entries(rules) as [keyof typeof rules, (value: unknown) => Sentence | null][]

/**
 * Copies the known fields of a resource info that came from outside, in wire order. A serviceName, tags or iconUrl that
 * breaks a rule is dropped silently, and so is any field of a wrong type; the other fields stay.
 * Nothing is added: an omitted field is absent from the bytes. Source: service spec 2.2.
 */
export function sanitizeResourceInfo(info: Record<string, unknown>): Partial<ResourceInfo> {
  const { url, description, mimeType } = info
  return {
    ...(typeof url === 'string' && { url }),
    ...(typeof description === 'string' && { description }),
    ...(typeof mimeType === 'string' && { mimeType }),
    ...Object.fromEntries(ruled.flatMap(([field, rule]) => (rule(info[field]) ? [] : [[field, info[field]]]))),
  }
}

/** The same rules, told to the seller who wrote the info; an empty list means that nothing would be dropped. */
export const validateResourceInfo = (info: Partial<Record<keyof ResourceInfo, unknown>>): ResourceInfoProblem[] =>
  ruled.flatMap(([field, rule]) => {
    const fault = info[field] === undefined ? null : rule(info[field])
    return fault ? [{ field, fault }] : []
  })

const isLabel = (value: unknown) => typeof value === 'string' && /^[\x20-\x7e]{1,32}$/.test(value)

const isTagList = (tags: unknown) => Array.isArray(tags) && tags.length <= MAX_TAGS && tags.every(isLabel)

const MAX_ICON_URL_CHARACTERS = 2048

/** Top-level names that never leave a private network, and those of cloud metadata services. */
export const PRIVATE_SUFFIXES = [
  'internal',
  'local',
  'localdomain',
  'localhost',
  'lan',
  'intranet',
  'corp',
  'home',
  'arpa',
  'onion',
]

/** Public services that resolve a name to the IP address in it. */
export const ADDRESS_SPELLING_SERVICES = [
  'nip.io',
  'sslip.io',
  'xip.io',
  'traefik.me',
  'localtest.me',
  'lvh.me',
  'vcap.me',
  'lacolhost.com',
  'local.gd',
  'localho.st',
]

/**
 * The reason why a URL cannot be an icon's, or null when its text is fine.
 * Judges only the text: the name may still resolve to a private address, which the fetch must check.
 * Source: service spec 2.2, and the gaps that the SDK's own rule leaves.
 */
export function findIconUrlFault(value: string): Sentence | null {
  if (value === '' || value.length > MAX_ICON_URL_CHARACTERS) return say('icon.length')
  if (!/^[!-~]+$/.test(value)) return say('icon.ascii')
  if (!/^https?:\/\/[^/]/i.test(value) || value.includes('\\')) return say('icon.absolute')
  const url = URL.parse(value)
  if (!url) return say('icon.absolute')
  if (url.username !== '' || url.password !== '') return say('icon.user')
  if (url.port !== '') return say('icon.port')
  return findHostFault(url.hostname)
}

/**
 * The reason why a host's name shows that it is not public, or null. `hostname` comes from the URL parser, which has
 * already turned every spelling of an IPv4 address (decimal, octal, hexadecimal, short, full-width) into dotted form.
 */
function findHostFault(hostname: string): Sentence | null {
  const host = hostname.replace(/\.$/, '').toLowerCase()
  if (host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host)) return say('icon.ip')
  const labels = host.split('.')
  const last = labels.at(-1) ?? ''
  if (labels.includes('') || /^(0x[0-9a-f]*|\d+)$/.test(last)) return say('icon.public')
  if (PRIVATE_SUFFIXES.includes(last)) return say('icon.local')
  if (labels.length < 2) return say('icon.label')
  if (
    ADDRESS_SPELLING_SERVICES.some((service) => host === service || host.endsWith(`.${service}`)) ||
    spellsAddress(labels)
  ) {
    return say('icon.spelled')
  }
  return null
}

/** `127.0.0.1.example.com` and `app-10-0-0-1.example.com`, as such services read them. */
const spellsAddress = (labels: string[]) =>
  /(^|[.-])\d{1,3}([.-])\d{1,3}\2\d{1,3}\2\d{1,3}(?=[.-])/.test(labels.join('.'))
