import { z } from 'zod'
import { type GasSettings, gasByNetwork, gasVariable, gasVariables } from './gas-variables'
import { type EnvSource, parseVariables } from './parse-variables'
import { httpUrl, list, wholeNumber } from './variable-shapes'

export type NetworkSettings = {
  /** RPC addresses; a network without one is switched off. */
  rpcUrls: Record<string, string[]>
  /** Blocks, the transaction's own included, before a settlement counts; absent means one. */
  confirmations: Record<string, number>
  /** Gas limits; missing ones have defaults. */
  gas: Record<string, GasSettings>
  indexerUrls: Record<string, string>
}

const confirmations = wholeNumber(1, 999, 1)

/** Solana's commitment as a number of confirmations: a block with 32 of them is finalized. */
const commitment = z
  .enum(['confirmed', 'finalized'], { message: 'must be confirmed or finalized' })
  .default('confirmed')
  .transform((value) => (value === 'finalized' ? 32 : 1))

export const networkVariables = {
  EVM_RPC_URLS_84532: list(httpUrl).optional(),
  EVM_RPC_URLS_8453: list(httpUrl).optional(),
  SVM_RPC_URL_DEVNET: httpUrl.optional(),
  SVM_RPC_URL_MAINNET: httpUrl.optional(),
  AVM_ALGOD_URL_TESTNET: httpUrl.optional(),
  AVM_INDEXER_URL_TESTNET: httpUrl.optional(),
  EVM_CONFIRMATIONS_84532: confirmations,
  EVM_CONFIRMATIONS_8453: confirmations,
  SVM_COMMITMENT_DEVNET: commitment,
  SVM_COMMITMENT_MAINNET: commitment,
  ...gasVariables,
}

type NamedNetworks = z.infer<z.ZodObject<typeof networkVariables>>

function networkSettings(env: NamedNetworks): NetworkSettings {
  const one = (value: string | undefined) => (value ? [value] : [])
  const rpcUrls = {
    'eip155:84532': env.EVM_RPC_URLS_84532 ?? [],
    'eip155:8453': env.EVM_RPC_URLS_8453 ?? [],
    'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': one(env.SVM_RPC_URL_DEVNET),
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': one(env.SVM_RPC_URL_MAINNET),
    'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe': one(env.AVM_ALGOD_URL_TESTNET),
  }
  const indexer = env.AVM_INDEXER_URL_TESTNET
  return {
    rpcUrls: Object.fromEntries(Object.entries(rpcUrls).filter(([, urls]) => urls.length > 0)),
    confirmations: {
      'eip155:84532': env.EVM_CONFIRMATIONS_84532,
      'eip155:8453': env.EVM_CONFIRMATIONS_8453,
      'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': env.SVM_COMMITMENT_DEVNET,
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': env.SVM_COMMITMENT_MAINNET,
    },
    gas: gasByNetwork(env),
    indexerUrls: indexer ? { 'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe': indexer } : {},
  }
}

/** Chain ids of EVM networks that the configuration names besides those that Turnpike knows by name. */
function furtherChainIds(names: string[]): string[] {
  const ids = names.flatMap((name) => /^EVM_RPC_URLS_([1-9]\d{0,14})(?:_FILE)?$/.exec(name)?.[1] ?? [])
  return [...new Set(ids)].filter((id) => !(`EVM_RPC_URLS_${id}` in networkVariables))
}

/** The variables of such a network: Base's, with its chain id in their names. */
const furtherVariables = (id: string) => ({
  [`EVM_RPC_URLS_${id}`]: list(httpUrl),
  [`EVM_CONFIRMATIONS_${id}`]: confirmations,
  [`EVM_GAS_${id}`]: gasVariable('evm'),
})

function furtherSettings(id: string, env: Record<string, unknown>): NetworkSettings {
  const network = `eip155:${id}`
  return {
    rpcUrls: { [network]: env[`EVM_RPC_URLS_${id}`] as string[] }, // As the shape says; so are the next two.
    confirmations: { [network]: env[`EVM_CONFIRMATIONS_${id}`] as number },
    gas: { [network]: env[`EVM_GAS_${id}`] as GasSettings },
    indexerUrls: {},
  }
}

/** The networks that have a name here, and the EVM networks that have none. */
export function readNetworks(env: NamedNetworks, source: EnvSource): NetworkSettings {
  const further = furtherChainIds(Object.keys(source)).map((id) =>
    furtherSettings(id, parseVariables(furtherVariables(id), source)),
  )
  const all = [networkSettings(env), ...further]
  const joined = <Name extends keyof NetworkSettings>(name: Name): NetworkSettings[Name] =>
    Object.assign({}, ...all.map((settings) => settings[name]))
  return {
    rpcUrls: joined('rpcUrls'),
    confirmations: joined('confirmations'),
    gas: joined('gas'),
    indexerUrls: joined('indexerUrls'),
  }
}
