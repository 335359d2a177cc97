import { knownText } from '@/app/(site)/bazaar/_components/facts-in-words'
import type { ResourceCall } from '@/lib/base/x402/build-call'
import { callSnippets, type Snippet, shellQuoted } from '@/lib/base/x402/call-snippets'
import type { Translate } from '@/lib/site/messages/translate'
import { terminalCommands } from '@/lib/site/ui/terminal-commands'

export type TryTexts = Translate<'bazaarTry'>

export type PayTerms = {
  options: { scheme: string; network: string }[]
  /** The price, as `$0.01`; absent where it is unknown in dollars. */
  maxDollars?: string | undefined
}

/** One call from a terminal and from the languages whose libraries can pay it. */
export function snippetsOfCall(t: TryTexts, { url, method, headers, body }: ResourceCall, terms: PayTerms): Snippet[] {
  const hasHeaders = Object.keys(headers).length > 0
  const sent = { ...(hasHeaders && { headers }), ...(body !== null && { body }) }
  const [see, ...programs] = callSnippets({ url, method, ...sent, ...terms })
  const pay = { title: t('snippets.pay'), code: terminal({ url, method, headers, body }), name: t('snippets.payName') }
  return [
    ...(see ? [{ ...see, title: t('snippets.see'), name: t('snippets.seeName') }] : []),
    pay,
    // Titles are names of languages, and are not translated.
    ...programs.map((each) => ({ ...each, name: knownText(t, `snippets.${each.title.toLowerCase()}`) ?? each.name })),
  ]
}

function terminal({ url, method, headers, body }: ResourceCall): string {
  const { 'content-type': _type, ...own } = headers
  const flags = Object.entries(own).map(([name, value]) => ` --header ${shellQuoted(`${name}: ${value}`)}`)
  return `${terminalCommands(url, method).pay}${flags.join('')}${body === null ? '' : ` --data ${shellQuoted(body)}`}`
}

export type ToolTarget = { resource: string; transport: unknown }

/**
 * How to add a tool's server to the common clients; empty when its URL is unknown.
 * @param ownMcpUrl the server of this site's own tools, whose resources name no server
 */
export function toolSnippets(t: TryTexts, { resource, transport }: ToolTarget, ownMcpUrl: string | null): Snippet[] {
  const url = /^https?:/.test(resource) ? resource : ownMcpUrl
  if (url === null) return []
  const type = transport === 'sse' ? 'sse' : 'http'
  const name = serverName(url)
  const config = (key: string) => JSON.stringify({ [key]: { [name]: { type, url } } }, null, 2)
  return [
    {
      title: 'Claude Code',
      code: `claude mcp add --transport ${type} ${shellQuoted(name)} ${shellQuoted(url)}`,
      name: t('snippets.claudeName'),
    },
    { title: t('snippets.cursor'), code: config('mcpServers'), name: t('snippets.mcp') },
    { title: 'VS Code, .vscode/mcp.json', code: config('servers'), name: t('snippets.vscodeName') },
  ]
}

/** Clients need a short name for a server, of letters, digits and dashes. */
const serverName = (url: string): string =>
  (URL.parse(url)?.hostname ?? 'server').replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'server'
