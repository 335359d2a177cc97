import { parseArgs } from 'node:util'
import { isNetwork } from '@/lib/base/x402/networks'
import { readDollars } from '../budget'
import { usageError } from '../cli-error'

export type PayArguments = ReturnType<typeof parseArguments>

/** The help of a program that pays, by the name that it is called by. */
export const usage = ({ name, walletHelp }: { name: string; walletHelp: string }): string =>
  `Pays for one HTTP resource and prints it.

  ${name} URL [options]

  --network NETWORK   pay on this network: eip155:84532, solana:…, or evm, solana, algorand
  --max DOLLARS       the most to pay, such as '$0.10' (default $1)
  --method METHOD     GET, or POST with --data
  --data TEXT         request body, sent as JSON when it is JSON
  --header 'N: V'     a request header; may be repeated
  --timeout SECONDS   give up after the server was silent for so long, 1 to 300 (default 120)
  --no-sign-in        pay without trying to sign in first
  --json              print one JSON object and nothing else
  --help              this text

${walletHelp}

Exit: 0 content, 1 the server's own error, 2 wrong usage, 3 not paid, 4 payment rejected, 5 server unreachable,
6 outcome unknown: the payment was sent and may settle, 130 stopped before anything was signed.
`

const options = {
  network: { type: 'string' },
  max: { type: 'string', default: '$1' },
  method: { type: 'string' },
  data: { type: 'string' },
  header: { type: 'string', multiple: true, default: [] as string[] },
  timeout: { type: 'string', default: '120' },
  'no-sign-in': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const

const familyNames: Record<string, string> = {
  evm: 'evm',
  eip155: 'evm',
  svm: 'svm',
  solana: 'svm',
  avm: 'avm',
  algorand: 'avm',
}

/** Throws a usage error for what is not understood. */
export function parseArguments(argv: string[]) {
  const { values, positionals } = parseArgs({ args: argv, options, allowPositionals: true })
  const [address, ...extra] = positionals
  if (address === undefined) throw usageError('Expected a URL; --help says more.')
  if (extra.length > 0) throw usageError(`Expected one URL, got ${positionals.length}.`)
  const url = parseUrl(address)
  if (url === null)
    throw usageError(`Expected an http or https URL, got ${JSON.stringify(address)}.${suggestionFor(address)}`)
  if (url.username !== '' || url.password !== '')
    throw usageError("Expected a URL without a password; send it by --header 'Authorization: …'.")
  const network = values.network === undefined ? null : parseNetwork(values.network)
  if (network === undefined) throw usageError(`--network: no such network: ${values.network}.`)
  const maxDollars = readDollars(values.max)
  if (maxDollars === null) throw usageError(`--max: expected a dollar amount such as $0.10, got ${values.max}.`)
  if (!/^([1-9]\d?|[12]\d\d|300)$/.test(values.timeout))
    throw usageError('--timeout takes whole seconds from 1 to 300.')
  const headers = parseHeaders(values.header)
  if (headers === null) throw usageError("--header: expected 'Name: value'.")
  const { data = null } = values
  const method = (values.method ?? (data === null ? 'GET' : 'POST')).toUpperCase()
  if (!/^[A-Z]{1,16}$/.test(method) || FORBIDDEN_METHODS.includes(method))
    throw usageError(`--method: no such method: ${method}.`)
  if (data !== null && ['GET', 'HEAD'].includes(method)) throw usageError(`--data cannot be sent with ${method}.`)
  return {
    url: url.href,
    method,
    data,
    headers,
    network,
    maxDollars,
    isJson: values.json,
    isSignInTried: !values['no-sign-in'],
    /** Longest silence of the server. */
    timeoutSeconds: Number(values.timeout),
  }
}

/** Methods that no `fetch` sends. */
const FORBIDDEN_METHODS = ['CONNECT', 'TRACE', 'TRACK']

function parseUrl(text: string): URL | null {
  const url = URL.parse(text)
  return url && ['http:', 'https:'].includes(url.protocol) ? url : null
}

/** People leave out the scheme of an address that they read somewhere. */
const suggestionFor = (text: string): string =>
  /^(localhost|[\w-]+(\.[\w-]+)+)(:\d+)?([/?#]|$)/i.test(text)
    ? ` Did you mean ${/^(localhost|127\.)/i.test(text) ? 'http' : 'https'}://${text}?`
    : ''

function parseNetwork(text: string): string | undefined {
  const family = Object.hasOwn(familyNames, text) ? familyNames[text] : undefined
  return family ?? (isNetwork(text) ? text : undefined)
}

function parseHeaders(lines: string[]): Record<string, string> | null {
  const entries = lines.map((line) => /^([A-Za-z0-9!#$%&'*+.^_`|~-]+):\s*([\x20-\x7e]*)$/.exec(line))
  if (entries.some((entry) => entry === null)) return null
  return Object.fromEntries(entries.flatMap((entry) => (entry?.[1] ? [[entry[1].toLowerCase(), entry[2] ?? '']] : [])))
}
