const MAX_ICON_URL_CHARACTERS = 2048

/** Names that resolvers and hosts files point at this machine or at the machines around it. */
const PRIVATE_NAMES = ['localhost', 'localdomain', 'ip6-localhost', 'ip6-loopback']

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
 * Why a URL cannot be an icon's, or null when its text is fine.
 * Only the text is judged: the name may still resolve to a private address, which the fetch must check.
 * Source: service spec 2.2, and the gaps that the SDK's own rule leaves.
 */
export function findIconUrlFault(value: string): string | null {
  if (value === '' || value.length > MAX_ICON_URL_CHARACTERS) return 'must have between 1 and 2048 characters'
  if (!/^[!-~]+$/.test(value)) return 'must be written in printable ASCII without spaces'
  if (!/^https?:\/\/[^/]/i.test(value) || value.includes('\\')) return 'must be an absolute http:// or https:// URL'
  const url = URL.parse(value)
  if (!url) return 'must be an absolute http:// or https:// URL'
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password'
  if (url.port !== '') return 'must use the default port'
  return findHostFault(url.hostname)
}

/**
 * Why a host is no public host by its name alone, or null. `hostname` is as the URL parser gives it, which has
 * already turned every spelling of an IPv4 address (decimal, octal, hexadecimal, short, full-width) into dotted form.
 */
function findHostFault(hostname: string): string | null {
  const host = hostname.replace(/\.$/, '').toLowerCase()
  if (host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host)) return 'must not name an IP address'
  const labels = host.split('.')
  const last = labels.at(-1) ?? ''
  if (labels.includes('') || /^(0x[0-9a-f]*|\d+)$/.test(last)) return 'must name a public host'
  if (PRIVATE_NAMES.includes(host) || PRIVATE_SUFFIXES.includes(last)) return 'must not name a local or private host'
  if (labels.length < 2) return 'must name a public host, not a single label'
  if (
    ADDRESS_SPELLING_SERVICES.some((service) => host === service || host.endsWith(`.${service}`)) ||
    spellsAddress(labels)
  ) {
    return 'must not spell an IP address in its name'
  }
  return null
}

/** `127.0.0.1.example.com` and `app-10-0-0-1.example.com`, as such services read them. */
const spellsAddress = (labels: string[]) =>
  /(^|[.-])\d{1,3}([.-])\d{1,3}\2\d{1,3}\2\d{1,3}(?=[.-])/.test(labels.join('.'))
