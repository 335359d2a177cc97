import { expect, it } from 'vitest'
import { parseServerEnv } from '@/lib/base/infra/env'
import { toChainsConfig } from './chains-config'

const secret = 'a'.repeat(32)
const minimal = { DATABASE_URL: 'postgresql://turnpike@127.0.0.1/turnpike', TURNPIKE_SECRET: secret }

it('takes the configured value for each network, else its default', () => {
  const { networks } = toChainsConfig(
    parseServerEnv({
      ...minimal,
      EVM_RPC_URLS_8453: 'https://rpc.example',
      EVM_RPC_URLS_84532: 'http://127.0.0.1:8545',
      SVM_RPC_URL_DEVNET: 'https://svm.example',
      CONFIRMATIONS: 'eip155:8453=6, solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1=finalized',
      GAS_LIMITS: 'eip155:84532/contractGas=300000, eip155:84532/dailyBudget=7, eip155:10/maxFee=5',
      EVM_RPC_URLS_10: 'https://further.example',
      AVM_ALGOD_URL_TESTNET: 'https://algod.example',
      AVM_INDEXER_URL_TESTNET: 'https://indexer.example',
    }),
  )
  expect(networks).toEqual({
    'eip155:8453': { rpcUrls: ['https://rpc.example'], confirmations: 6, gas: { dailyBudget: 10n ** 17n } },
    'eip155:84532': {
      rpcUrls: ['http://127.0.0.1:8545'],
      confirmations: 1,
      pollingIntervalMs: 25,
      gas: { contractGas: 300_000n, dailyBudget: 7n },
    },
    'eip155:10': {
      rpcUrls: ['https://further.example'],
      confirmations: 1,
      gas: { maxFee: 5n, dailyBudget: 10n ** 17n },
    },
    'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': { rpcUrls: ['https://svm.example'], confirmations: 32, gas: {} },
    'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe': {
      rpcUrls: ['https://algod.example'],
      indexerUrl: 'https://indexer.example',
      confirmations: 1,
      gas: {},
    },
  })
})
