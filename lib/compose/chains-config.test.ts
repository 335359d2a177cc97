import { expect, it } from 'vitest'
import { parseServerEnv } from '@/lib/infra/env'
import { toChainsConfig } from './chains-config'

const secret = 'a'.repeat(32)
const minimal = { DATABASE_URL: 'postgresql://turnpike@127.0.0.1/turnpike', TURNPIKE_SECRET: secret }

it('asks each network for the confirmations that were configured, else for one', () => {
  const { networks } = toChainsConfig(
    parseServerEnv({
      ...minimal,
      EVM_RPC_URLS_8453: 'https://rpc.example',
      EVM_CONFIRMATIONS_8453: '6',
      EVM_RPC_URLS_84532: 'http://127.0.0.1:8545',
      SVM_RPC_URL_DEVNET: 'https://svm.example',
      SVM_COMMITMENT_DEVNET: 'finalized',
    }),
  )
  expect(networks).toEqual({
    'eip155:8453': { rpcUrls: ['https://rpc.example'], confirmations: 6 },
    'eip155:84532': { rpcUrls: ['http://127.0.0.1:8545'], confirmations: 1, pollingIntervalMs: 25 },
    'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': { rpcUrls: ['https://svm.example'], confirmations: 32 },
  })
})
