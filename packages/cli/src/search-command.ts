import { parseArgs } from 'node:util'
import { printLines } from '@/lib/base/infra/print-lines'
import { usageError } from './cli-error'
import { type Found, findListings, priceOf } from './find-listings'

export const SEARCH_HELP = `Finds paid resources in a bazaar.

  turnpike search WORDS [--bazaar URL] [--network NETWORK] [--max DOLLARS] [--limit N] [--json]

  --bazaar URL   a site, or a facilitator with a bazaar; TURNPIKE_BAZAAR, or http://localhost:4021/facilitator
`

/** `turnpike search WORDS`: what a bazaar lists, with its prices. */
export async function searchCommand(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    options: {
      bazaar: { type: 'string' },
      network: { type: 'string' },
      max: { type: 'string' },
      limit: { type: 'string', default: '10' },
      json: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const query = positionals.join(' ').trim()
  if (query === '') throw usageError(`Expected words to search for.\n\n${SEARCH_HELP}`)
  if (!/^([1-9]|[1-4]\d|50)$/.test(values.limit)) throw usageError('--limit takes a whole number from 1 to 50.')
  const found = await findListings(
    { query, limit: Number(values.limit), network: values.network, maxDollars: values.max?.replace(/^\$/, '') },
    bazaarOf(env, values.bazaar),
  )
  if (values.json) console.log(JSON.stringify(found))
  else if (found.length === 0) console.log('Nothing listed there fits these words.')
  else for (const one of found) printLines([...linesOf(one), ''])
  return 0
}

/** Where listings are looked for. */
export function bazaarOf(env: NodeJS.ProcessEnv, given?: string): URL {
  const text = given ?? env.TURNPIKE_BAZAAR?.trim() ?? ''
  const url = URL.parse(text || 'http://localhost:4021/facilitator')
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw usageError(`Expected the URL of a bazaar, got ${text}.`)
  return url
}

function linesOf(found: Found): string[] {
  const [first, ...others] = found.accepts
  const more = others.length > 0 ? ` (and ${others.length} other ${others.length === 1 ? 'way' : 'ways'} to pay)` : ''
  return [
    `${first ? priceOf(first) : 'no price'}${more}`,
    `  ${found.method === null ? '' : `${found.method} `}${found.url}`,
    ...(found.description ? [`  ${found.description.replace(/\s+/g, ' ').trim()}`] : []),
  ]
}
