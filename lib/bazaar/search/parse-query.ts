import type { PriceLimit } from '../browse/price-sql'
import { parsePriceWords, withoutMatch } from './parse-price-words'

/** A search's limits besides its topic. Empty lists and nulls do not constrain. */
export type Constraints = {
  price: PriceLimit | null
  /** CAIP-2 identifiers or patterns; an entry needs one option on one of them. */
  networks: string[]
  /** Networks that are excluded: an entry needs an option on another one. */
  excludedNetworks: string[]
  type: 'http' | 'mcp' | null
  preferredType: 'mcp' | null
  scheme: string | null
  order: 'cheapest' | 'dearest' | null
}

/** `said` are the words that each constraint was read from. */
export type ParsedQuery = { topic: string; constraints: Constraints; said: Said }
export type Said = { [Name in keyof Constraints]?: string | undefined }

const NETWORK_NAMES: Record<string, string[]> = {
  base: ['eip155:8453', 'eip155:84532'],
  'base mainnet': ['eip155:8453'],
  'base sepolia': ['eip155:84532'],
  'base testnet': ['eip155:84532'],
  ethereum: ['eip155:1'],
  eth: ['eip155:1'],
  'ethereum mainnet': ['eip155:1'],
  matic: ['eip155:137', 'eip155:80002'],
  polygon: ['eip155:137', 'eip155:80002'],
  'polygon amoy': ['eip155:80002'],
  arbitrum: ['eip155:42161'],
  optimism: ['eip155:10'],
  avax: ['eip155:43114'],
  avalanche: ['eip155:43114'],
  'world chain': ['eip155:480'],
  monad: ['eip155:143'],
  'x layer': ['eip155:196'],
  skale: ['eip155:1187947933'],
  'skale base': ['eip155:1187947933'],
  evm: ['eip155:*'],
  solana: ['solana:*'],
  sol: ['solana:*'],
  svm: ['solana:*'],
  'solana mainnet': ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  'solana devnet': ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
  algo: ['algorand:*'],
  algorand: ['algorand:*'],
  stellar: ['stellar:*'],
  tron: ['tron:*'],
  keeta: ['keeta:*'],
  hyperliquid: ['hyperliquid:*'],
  testnet: ['eip155:84532', 'eip155:80002', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'algorand:*'],
}

const NAMES = Object.keys(NETWORK_NAMES)
  .sort((a, b) => b.length - a.length)
  .map((name) => name.replace(' ', '[- ]'))
  .join('|')
const CHAIN = `(?:the )?(?<name>${NAMES})(?: (?:network|chain|blockchain|mainnet|usdc|payments?|only))*`
const END = String.raw`(?![\p{L}\p{N}])`
const START = String.raw`(?<![\p{L}\p{N}])`

/** Explicit: "paying in solana usdc", "accepts base", "via polygon", "solana payments". */
const PAYS_ON = [
  String.raw`(?:that |which |and |can be |i can |to be )*(?:pay|pays|paid|paying|payable|settles?|settled|settling|accepts?|accepting|charged|charges|billed|payments?|take[sn]?|taking) (?:me |it |for it |with usdc |usdc |in usdc |by usdc |payments? )*(?:on|in|with|via|using|over|through|by)? ?${CHAIN}`,
  String.raw`(?:via|over|through|using|with) (?:the )?(?<name>${NAMES}) (?:usdc|payments?|network|chain)`,
  String.raw`(?<name>${NAMES}) (?:usdc |network )*(?:payments?|accepted|payable)`,
].map((source) => new RegExp(START + source + END, 'iu'))

const ONLY_ON = [
  String.raw`(?:only|just|exclusively) (?:on |in |via |with )?(?:the )?${CHAIN}`,
  String.raw`(?<name>${NAMES})[- ](?:only|exclusively)`,
].map((source) => new RegExp(START + source + END, 'iu'))

/** "not on solana", "except base", "non-evm": excluded networks. */
const NOT_ON = [
  String.raw`(?:,? ?but )?(?:not|never|except|excluding|exclude|without|avoid|avoiding|other than|anything but|everything but)(?: for)?(?: (?:on|in|via|with|over|by|through|using|paying|payable|payments?))* ${CHAIN}`,
  String.raw`non[- ](?<name>${NAMES})`,
].map((source) => new RegExp(START + source + END, 'iu'))

const NETWORK_ID = new RegExp(
  String.raw`${START}(?:(?:on|in|via|network) )?(?<id>(?:eip155|solana|algorand|stellar|tron|keeta|hyperliquid|cosmos|near|aptos|sui|stacks):[-\w]{1,64})${END}`,
  'iu',
)

/** "on solana", "auf solana", "en solana": the network to pay on, unless the words before it say otherwise. */
const ON_CHAIN = new RegExp(String.raw`${START}(?:on|auf|sur|en|em|na|via|over) ${CHAIN}${END}`, 'iu')

const NOT = String.raw`(?:,? ?but )?(?:not|no|non|without|except|excluding|exclude|avoid|other than)(?: an?| any| as| via| over| by| through)*[- ]`
const NOT_MCP = new RegExp(`${START}${NOT}mcp(?:[- ](?:tools?|servers?|endpoints?|services?))?${END}`, 'iu')
const NOT_HTTP = new RegExp(`${START}${NOT}https?(?:[- ](?:endpoints?|apis?|routes?|services?))?${END}`, 'iu')
const MCP_TYPE =
  /(?<![\p{L}\p{N}])(?:only )?(?:an? )?mcp[- ](?:tools?|servers?|endpoints?|services?|listings?|only)(?![\p{L}\p{N}])(?: (?:that|which|for|to))?/iu
const MCP_WAY = /(?<![\p{L}\p{N}])(?:as|over|via|through|by|with|using) (?:an? )?mcp(?![\p{L}\p{N}])/iu
/** The word without a limit: MCP comes first, and the rest stays. */
const MCP_WORD = /(?<![\p{L}\p{N}])mcps?(?![\p{L}\p{N}])/iu
const HTTP_TYPE =
  /(?<![\p{L}\p{N}])(?:only )?(?:an? )?https?[- ](?:endpoints?|apis?|routes?|services?|resources?|only)(?![\p{L}\p{N}])/iu
const EXACT_SCHEME =
  /(?<![\p{L}\p{N}])(?:exact[- ](?:scheme|pricing|payments?|price)|fixed[- ]price[ds]?)(?![\p{L}\p{N}])/iu
const CHEAPEST =
  /(?<![\p{L}\p{N}-])(?:the |at the )*(?:(?:cheap(?:est|er)?|lowest[- ](?:pric(?:e|ed|es)|costs?)|least expensive|most affordable|affordable|inexpensive|low[- ](?:cost|priced?)|economical|am billigsten|billigste[rns]?|más barat[oa]|mas barat[oa])(?: (?:first|priced?|option))?|(?:sort(?:ed)?|order(?:ed)?) by (?:lowest )?price|free of charge|for free|at no cost|最便宜(?:的)?)(?![\p{L}\p{N}-])/iu
const FREE_FIRST = /^(?:an? )?free (?=\p{L})/iu
const DEAREST = /(?<![\p{L}\p{N}-])(?:the )?(?:most expensive|priciest|highest[- ]priced)(?![\p{L}\p{N}-])/iu
const UPTO_SCHEME =
  /(?<![\p{L}\p{N}])(?:upto|up-to|metered|usage[- ]based)[- ](?:scheme|pricing|billing|payments?)(?![\p{L}\p{N}])/iu

/** "news except sports": what is not wanted is no topic. */
const NOT_TOPIC =
  /(?<! (?:is|are|was|do|does|did|can|or|why))[ ,]+(?:but )?(?:not|except|excluding|other than)(?: for| about| from)? [\p{L}\p{N}-]+[.!]?$/iu

/**
 * Separates limits in plain words from the topic: "weather under 1 cent on solana" is `weather`, priced
 * below 10,000 micro-dollars, payable on a Solana network.
 * @param isAccepted whether any listed entry can be paid on that network; a chain that none accepts is a topic.
 */
export function parseQuery(query: string, isAccepted: (pattern: string) => boolean = () => true): ParsedQuery {
  const price = parsePriceWords(query)
  let rest = price.rest
  const said: Said = { price: price.said }
  const take = (name: keyof Constraints, ...patterns: RegExp[]): RegExpExecArray | null => {
    for (const pattern of patterns) {
      const match = pattern.exec(rest)
      if (match === null) continue
      rest = withoutMatch(rest, match)
      said[name] ??= match[0]
      return match
    }
    return null
  }
  const isNotMcp = take('type', NOT_MCP) !== null
  const isNotHttp = take('type', NOT_HTTP) !== null
  const isMcp = take('type', MCP_TYPE, MCP_WAY) !== null || isNotHttp
  const isHttp = !isMcp && (take('type', HTTP_TYPE) !== null || isNotMcp)
  const isMcpPreferred = !isMcp && !isHttp && MCP_WORD.test(rest)
  if (isMcpPreferred && /\s/.test(rest.trim())) take('preferredType', MCP_WORD)
  const scheme = take('scheme', UPTO_SCHEME) !== null ? 'upto' : take('scheme', EXACT_SCHEME) !== null ? 'exact' : null
  const order =
    take('order', CHEAPEST, FREE_FIRST) !== null ? 'cheapest' : take('order', DEAREST) !== null ? 'dearest' : null
  const excluded = takeNetworks(rest, NOT_ON, isAccepted)
  const networks = takeNetworks(excluded.rest, [NETWORK_ID, ...PAYS_ON, ...ONLY_ON, ON_CHAIN], isAccepted)
  return {
    topic: networks.rest.replace(NOT_TOPIC, '').replace(/^[\s,;.:]+|[\s,;.:]+$/g, ''),
    constraints: {
      price: price.limit,
      networks: networks.patterns,
      excludedNetworks: excluded.patterns,
      type: isMcp ? 'mcp' : isHttp ? 'http' : null,
      preferredType: isMcpPreferred ? 'mcp' : null,
      scheme,
      order,
    },
    said: { ...said, networks: networks.said, excludedNetworks: excluded.said },
  }
}

/** The first of the patterns that names a network on which an entry can be paid. */
function takeNetworks(
  text: string,
  patterns: RegExp[],
  isAccepted: (pattern: string) => boolean,
): { patterns: string[]; rest: string; said?: string } {
  for (const pattern of patterns) {
    const match = pattern.exec(text)
    const named = networksOf(match?.groups).filter(isAccepted)
    if (match === null || named.length === 0) continue
    return { patterns: named, rest: withoutMatch(text, match), said: match[0] }
  }
  return { patterns: [], rest: text }
}

function networksOf(groups: Record<string, string> | undefined): string[] {
  if (groups?.id !== undefined) return [groups.id]
  const name = groups?.name?.toLowerCase().replace(/[- ]/g, ' ')
  return name === undefined ? [] : (NETWORK_NAMES[name] ?? [])
}
