import type { Hex } from 'viem'
import { z } from 'zod'
import { createChains } from '@/lib/base/chains/chains'
import { openGasWallets } from '@/lib/base/chains/facilitator/gas-wallets'
import { createSettlementChains } from '@/lib/base/chains/settlement/create-settlement-chains'
import { openDatabase } from '@/lib/base/infra/database'
import { batchSettlement } from '@/lib/channels/chain/batch-settlement'
import { settledChannels } from '@/lib/channels/chain/channel-chain'
import { channelRequests } from '@/lib/channels/facilitator/channel-requests'
import { createFacilitator } from '@/lib/facilitator/create-facilitator'
import type { PaymentRequest } from '@/lib/facilitator/read-payment'

/** A facilitator in a separate process that settles the payments in REQUESTS, all at once. Made to be killed. */
const env = z
  .object({ DATABASE_URL: z.string(), EVM_RPC_URL: z.string(), GAS_KEY: z.string(), REQUESTS: z.string() })
  .parse(process.env)

const networks = { 'eip155:84532': { rpcUrls: [env.EVM_RPC_URL], confirmations: 1, pollingIntervalMs: 25 } }
const chains = createChains({ networks }, [batchSettlement])
const wallets = openGasWallets({ evm: [env.GAS_KEY as Hex] })
const log = { info: () => {}, warn: () => {}, error: () => {} }
const database = openDatabase(env.DATABASE_URL)
const { findAuthorization } = chains
const settlementChains = createSettlementChains(chains, wallets, { findAuthorization, further: [settledChannels] })
const facilitator = createFacilitator({ database, chains: settlementChains, log }, channelRequests)
const requests = JSON.parse(env.REQUESTS) as PaymentRequest[] // Our own test wrote them.
console.log(JSON.stringify({ ready: 'yes' }))
await Promise.all(requests.map((request) => facilitator.settle(request)))
