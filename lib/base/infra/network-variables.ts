import { z } from 'zod'
import { type Family, familyOf } from '@/lib/base/x402/networks'
import { type EnvSource, parseVariables } from './parse-variables'
import { httpUrl, list, understood } from './variable-shapes'

const gasNames = {
  evm: [
    'transferGas',
    'contractGas',
    'permit2Gas',
    'permitGas',
    'deploymentGas',
    'batchGas',
    'blockPercent',
    'maxFee',
    'maxTip',
    'dailyBudget',
  ],
  svm: ['computeUnits', 'computeUnitPrice', 'dailyBudget'],
  avm: ['groupFee', 'dailyBudget'],
} as const satisfies Record<Family, readonly string[]>

type GasName = (typeof gasNames)[Family][number]

/** Settings of a network's gas, in units of gas or in the network's smallest unit. */
type GasSettings = { [Name in GasName]?: bigint }

export type NetworkSettings = {
  /** RPC addresses; a network without one is switched off. */
  rpcUrls: Record<string, string[]>
  /** Blocks, the transaction's own included, before a settlement counts; absent means one. */
  confirmations: Record<string, number>
  gas: Record<string, GasSettings>
  indexerUrls: Record<string, string>
}

const gasLimit = understood(
  (item) => {
    const [, network = '', name = '', value = ''] = /^([^/]+)\/(\w+)=(\d{1,30})$/.exec(item) ?? []
    const family = familyOf(network)
    const known: readonly string[] = family === null ? [] : gasNames[family]
    return known.includes(name) ? { network, name: name as GasName, value: BigInt(value) } : null
  },
  `must be a list of <CAIP-2 network>/<name>=<whole number>, with names among ${gasNames.evm.join(', ')} (EVM), ${gasNames.svm.join(', ')} (Solana), ${gasNames.avm.join(', ')} (Algorand)`,
)

/** Solana's commitment as a number of confirmations: a block with 32 of them is finalized. */
const FINALIZED = 32

const confirmation = understood((item) => {
  const [network = '', text = '', ...rest] = item.split('=')
  const family = familyOf(network)
  if (rest.length > 0) return null
  if (family === 'svm' && text === 'finalized') return { network, blocks: FINALIZED }
  return family === 'evm' && /^[1-9]\d{0,2}$/.test(text) ? { network, blocks: Number(text) } : null
}, 'must be a list of <CAIP-2 network>=<1 to 999 blocks>, or =finalized for Solana')

export const networkVariables = {
  EVM_RPC_URLS_84532: list(httpUrl).optional(),
  EVM_RPC_URLS_8453: list(httpUrl).optional(),
  SVM_RPC_URL_DEVNET: httpUrl.optional(),
  SVM_RPC_URL_MAINNET: httpUrl.optional(),
  AVM_ALGOD_URL_TESTNET: httpUrl.optional(),
  AVM_INDEXER_URL_TESTNET: httpUrl.optional(),
  CONFIRMATIONS: list(confirmation).default(''),
  GAS_LIMITS: list(gasLimit).default(''),
}

/** Further EVM networks by their chain ids, which Turnpike does not know by name. */
function furtherRpcUrls(source: EnvSource): Record<string, string[]> {
  const names = Object.keys(source).map((name) => name.replace(/_FILE$/, ''))
  const further = new Set(names.filter((name) => /^EVM_RPC_URLS_[1-9]\d{0,14}$/.test(name)))
  const shape = Object.fromEntries(
    [...further].filter((name) => !(name in networkVariables)).map((name) => [name, list(httpUrl)]),
  )
  const urls = Object.entries(parseVariables(shape, source))
  return Object.fromEntries(urls.map(([name, value]) => [`eip155:${name.slice('EVM_RPC_URLS_'.length)}`, value]))
}

export function readNetworks(env: z.infer<z.ZodObject<typeof networkVariables>>, source: EnvSource): NetworkSettings {
  const one = (value: string | undefined) => (value ? [value] : [])
  const rpcUrls = {
    'eip155:84532': env.EVM_RPC_URLS_84532 ?? [],
    'eip155:8453': env.EVM_RPC_URLS_8453 ?? [],
    'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': one(env.SVM_RPC_URL_DEVNET),
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': one(env.SVM_RPC_URL_MAINNET),
    'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe': one(env.AVM_ALGOD_URL_TESTNET),
    ...furtherRpcUrls(source),
  }
  const gas: Record<string, GasSettings> = {}
  for (const { network, name, value } of env.GAS_LIMITS) gas[network] = { ...gas[network], [name]: value }
  const indexer = env.AVM_INDEXER_URL_TESTNET
  return {
    rpcUrls: Object.fromEntries(Object.entries(rpcUrls).filter(([, urls]) => urls.length > 0)),
    confirmations: Object.fromEntries(env.CONFIRMATIONS.map(({ network, blocks }) => [network, blocks])),
    gas,
    indexerUrls: indexer ? { 'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe': indexer } : {},
  }
}
